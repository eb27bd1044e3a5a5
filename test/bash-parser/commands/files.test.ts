import { files } from '../../../src/bash-parser/commands/files.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  files,
  `
  cp a b => reads a; writes b; writes b/a
  cp a b/ => reads a; writes b/; writes b/a
  cp -r src/x dst => reads src/x/**; writes dst/**; writes dst/x/**
  cp -rL src/x dst => reads src/x/**L; writes dst/**; writes dst/x/**
  cp -aL src dst => reads src/**L; writes dst/**; writes dst/src/**
  cp a b c dir => reads a; reads b; reads c; writes dir; writes dir/a; writes dir/b; writes dir/c
  cp -t dir a b => reads a; reads b; writes dir; writes dir/a; writes dir/b
  cp --target-directory=dir a => reads a; writes dir; writes dir/a
  cp -T a b => reads a; writes b
  cp --parents a/b dir => reads a/b; writes dir; writes dir/a/b
  cp *.ts dir => reads *.ts; writes dir; writes ?; doubt dynamic-word
  cp ./*.ts dir => reads ./*.ts; writes dir; writes ?
  cp "$x" dir => reads ?; writes dir; writes ?; doubt dynamic-word
  cp -- "$x" dir => reads ?; writes dir; writes ?
  cp a $x => reads a; writes ?/**; writes ?; doubt dynamic-word
  cp a => doubt unknown-option
  cp --zzz a b => reads a; writes b; writes b/a; doubt unknown-option
  cp --help => nothing
  mv .env x => reads .env/**; writes x/**; writes x/.env/**; deletes .env/**
  mv -t dir a => reads a/**; writes dir/**; writes dir/a/**; deletes a/**
  ln -s ../a b => reads ../a; writes b; writes b/a
  ln -s ../a => reads ../a; writes a
  ln -sfn a/b/ c => reads a/b/; writes c; writes c/b
  install -m 755 a /usr/local/bin/a => reads a; writes /usr/local/bin/a; writes /usr/local/bin/a/a
  install -d a b => writes a; writes b
  install -s --strip-program=./x a b => reads a; writes b; writes b/a; runs ./x …; doubt unknown-option
  rm a => deletes a
  rm -rf a b => deletes a/**; deletes b/**
  rm --recursive --force a => deletes a/**
  rm -- -x => deletes -x
  rm -f ./*.o => deletes ./*.o
  rm "$x" => deletes ?; doubt dynamic-word
  rm a --help => deletes a
  rm --help => nothing
  rmdir -p a/b => deletes a/b
  unlink a => deletes a
  link a b => reads a; writes b
  mkdir -p a/b c => writes a/b; writes c
  mkdir --mode=700 a => writes a
  mkfifo p => writes p
  mknod p p => writes p; writes p
  touch a => writes a
  touch -r a b => reads a; writes b
  touch -d yesterday a => writes a
  truncate -s 0 a => writes a
  truncate -r a b => reads a; writes b
  chmod +x a => writes a
  chmod -R 755 dir => writes dir/**
  chmod -x a => writes a
  chmod --reference=a b => reads a; writes b
  chown -R me:me dir => writes dir/**
  chgrp users a => writes a
  chcon -t x a => writes a
  mktemp => changes temporary file
  mktemp -d => changes temporary file
  mktemp -u => nothing
  mktemp -p dir => writes dir/**
  mktemp a.XXXX => writes a.XXXX
  shred -u a => writes a; deletes a
  shred a => writes a
  dd if=a of=b bs=1M count=1 => reads a; writes b
  dd of=b => writes b
  dd if=/dev/zero bs=1 count=1 => reads /dev/zero
  dd $x => doubt dynamic-word; writes ?
  dd of="$x" => doubt dynamic-word; writes ?
  dd if="$x" of=b => doubt dynamic-word; reads ?; writes b
  dd foo=bar => doubt unknown-option
  tee => nothing
  tee a b => writes a; writes b
  tee -a log => writes log
  tee - => nothing
  getfacl a => reads a/**
  getfacl -RL a => reads a/**L
  lsattr -R dir => reads dir/**
  setfacl -m u:me:r a => writes a/**
  setfacl --restore=f => reads f; doubt unknown-option
  chattr +i a => writes a/**
  chattr -R -i a => writes a/**
  sponge a => writes a
  trash-put a => deletes a/**
  rename s/a/b/ x y => writes x; writes y; doubt unknown-script
  fallocate -l 1M a => writes a
  `,
)
