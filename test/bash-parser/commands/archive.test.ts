import { archive } from '../../../src/bash-parser/commands/archive.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  archive,
  `
  tar tf a.tar => reads a.tar
  tar -tvf a.tar x => reads a.tar
  tar tzf a.tgz => reads a.tgz; runs gzip -d
  tar -tf a.tar.xz => reads a.tar.xz; runs xz -d
  tar --list --file=a.tar => reads a.tar
  tar --list --file a.tar => reads a.tar
  tar czf out.tgz src => writes out.tgz; reads src/**; runs gzip
  tar -czf - src => reads src/**; runs gzip
  tar cf out.tar -C dir . => writes out.tar; reads dir/**; reads ./**
  tar -cf out.tar --remove-files src => writes out.tar; reads src/**; deletes src/**
  tar cf out.tar -T list => writes out.tar; reads list; doubt unknown-option
  tar xf a.tar => reads a.tar; writes ./**
  tar xzf a.tgz -C dir => reads a.tgz; writes dir/**; runs gzip -d
  tar xOf a.tar x => reads a.tar
  tar -xPf a.tar => reads a.tar; writes ./**; doubt unknown-option
  tar xf a.tar --one-top-level=d => reads a.tar; writes ./**; writes d/**
  tar xf a.tar --to-command='rm x' => reads a.tar; writes ./**; shell rm x
  tar -tf a.tar --checkpoint=1 --checkpoint-action=exec='touch p' => reads a.tar; shell touch p
  tar tf a.tar --checkpoint-action=dot => reads a.tar
  tar tf a.tar --checkpoint-act=foo => reads a.tar; doubt runs
  tar -tf a.tar -I ./c => reads a.tar; shell ./c
  tar tIf ./c a.tar => reads a.tar; shell ./c
  tar tf a.tar --use-compress-prog=./c => reads a.tar; shell ./c
  tar tf a.tar -F ./c => reads a.tar; shell ./c
  tar tf host:a.tar => host host
  tar tf a:b.tar --force-local => reads a:b.tar
  tar -rf a.tar b => writes a.tar; reads b/**
  tar -g snap -cf a.tar b => writes snap; writes a.tar; reads b/**
  tar df a.tar b => reads a.tar; reads b/**
  tar tf "$x" => reads ?
  tar $x => doubt dynamic-word
  tar tf a.tar --zzz => reads a.tar; doubt unknown-option
  tar --help => nothing
  gzip a => reads a; writes a.gz; deletes a
  gzip -k a => reads a; writes a.gz
  gzip -c a => reads a
  gzip -d a.gz => reads a.gz; writes a; deletes a.gz
  gzip -l a.gz => reads a.gz
  gzip -tv a.gz => reads a.gz
  gzip -9 => nothing
  gzip -r dir => reads dir/**; writes dir/**; writes dir.gz; deletes dir/**
  pigz -p 8 a => reads a; writes a.gz; deletes a
  pigz -K a => reads a; writes a.gz; deletes a; doubt unknown-option
  unpigz a.gz => reads a.gz; writes a; deletes a.gz
  gunzip a.gz => runs gzip -d a.gz
  gunzip -c a.gz => runs gzip -d -c a.gz
  gzip -d a => reads a; writes ?; deletes a
  bzip2 -k a => reads a; writes a.bz2
  bunzip2 a.bz2 => reads a.bz2; writes a; deletes a.bz2
  bzcat a.bz2 => reads a.bz2
  xz -T0 -9 a => reads a; writes a.xz; deletes a
  xz -dc a.xz => reads a.xz
  xz -l a.xz => reads a.xz
  xz --files=list => reads list; doubt unknown-option
  unxz a.xz => reads a.xz; writes a; deletes a.xz
  xzcat a.xz => reads a.xz
  zstd a => reads a; writes a.zst
  zstd --rm a => reads a; writes a.zst; deletes a
  zstd -dc a.zst => reads a.zst
  zstd a -o b => reads a; writes b
  unzstd a.zst => reads a.zst; writes a
  zstdcat a.zst => reads a.zst
  zcat a.gz => runs gzip -cd a.gz
  zgrep x a.gz => runs grep x a.gz; runs gzip -cdfq; runs sed -n p
  bzgrep x a.bz2 => runs grep x a.bz2; runs bzip2 -cdfq; runs sed -n p
  xzgrep x a.xz => runs grep x a.xz; runs xz -cdfq; runs sed -n p
  lz4 a b => reads a; writes b
  lz4 a => reads a; writes ?
  lz4 -dc a.lz4 => reads a.lz4
  zip -m -y => doubt unknown-option
  zip -h => nothing
  zip -r out.zip src => writes out.zip; reads src/**L
  zip -ry out.zip src => reads src/**; writes out.zip
  tar chf a.tar src => reads src/**L; writes a.tar
  tar -c --dereference -f a.tar src => reads src/**L; writes a.tar
  gzip -rcf src => reads src/**L
  7z a -snl out.7z src => reads src/**; writes out.7z
  zip out a => writes out; writes out.zip; reads a
  zip -m out.zip a => writes out.zip; reads a; deletes a
  zip -TT ./x out.zip a => writes ./x; writes ./x.zip; reads out.zip; reads a; doubt runs; shell ./x
  zip x a.txt -T -TT 'rm victim;' => doubt runs; reads a.txt; reads rm victim;; shell rm victim;; writes x; writes x.zip
  zip x a --unzip-command='rm v' => doubt unknown-option; reads a; shell rm v; writes x; writes x.zip
  unzip -l a.zip => reads a.zip
  unzip -p a.zip x => reads a.zip
  unzip -t a.zip => reads a.zip
  unzip a.zip => reads a.zip; writes ./**
  unzip -o a.zip -d dir => reads a.zip; writes dir/**
  unzip -: a.zip => reads a.zip; writes ./**; doubt unknown-option
  unzip -M -l a.zip => reads a.zip; doubt unknown-option
  zipinfo -1 a.zip => reads a.zip
  7z l a.7z => reads a.7z
  7z x a.7z => reads a.7z; writes ./**
  7z x a.7z -odir => reads a.7z; writes dir/**
  7z a out.7z src => writes out.7z; reads src/**L
  7z a -sdel out.7z src => writes out.7z; reads src/**L; deletes src/**
  7z x a.7z "-o$x" => reads a.7z; writes ?/**
  7z zz a.7z => writes a.7z; doubt unknown-option
  cpio -t => nothing
  cpio -tF a.cpio => reads a.cpio
  cpio -idm => writes ./**
  cpio -o => reads ?; doubt unknown-option
  cpio -it -F h:a => host h; reads h:a
  cpio -itF h:a => host h; reads h:a
  cpio -it -I h:a --force-local => reads h:a
  tar cf a.tar @b.tar => writes a.tar; reads @b.tar/**; reads b.tar
  7z l a.7z -i@list => reads a.7z; reads list
  7z a a.7z -ir!x => writes a.7z; reads x
  7z a a.7z -x!x y => writes a.7z; reads y/**L
  cpio -p dir => reads ?; writes dir/**; doubt unknown-option
  ar t a.a => reads a.a
  ar t a.a --plugin ./x.so => reads a.a; doubt unknown-option
  ar t --plugin ./x.so a.a => reads --plugin; doubt unknown-option
  ar t @more => reads more; reads @more; doubt unknown-option
  ar @more => reads more; doubt unknown-option
  ar t a.a @more => reads a.a; reads more; doubt unknown-option
  ar -M => doubt unknown-script
  ar --version => nothing
  unzip -lT a.zip => reads a.zip; writes a.zip
  unzip -ZT a.zip => reads a.zip
  ar rcs a.a b.o => reads a.a; writes a.a; reads b.o
  ar x a.a => reads a.a; writes a.a; writes ./**
  `,
)
