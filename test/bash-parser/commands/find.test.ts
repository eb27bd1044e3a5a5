import { find } from '../../../src/bash-parser/commands/find.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  find,
  `
  find => reads ./**
  find . => reads ./**
  find src lib -type f => reads src/**; reads lib/**
  find -name '*.ts' => reads ./**
  find src -type f -name '*.ts' -not -path '*/node_modules/*' => reads src/**
  find . \\( -name a -o -name b \\) -print => reads ./**
  find . ! -name x -prune -o -print0 => reads ./**
  find . -maxdepth 2 -mtime -1 -size +1M -perm -u+x => reads ./**
  find . -printf '%p\\n' => reads ./**
  find -L src -O3 => reads src/**L; doubt unknown-option
  find -L -O3 src => reads src/**L
  find -L . -name x => reads ./**L
  find . -follow -name x => reads ./**L
  find -HL src => reads src/**L
  find -H src => reads src/**
  find -P src => reads src/**
  find -D exec . => reads ./**
  find -E . -regex x => reads ./**
  find -f src -name x => reads src/**; reads ./**
  find -- src => reads src/**
  find --help => nothing
  find -version => nothing
  find . -newer a => reads ./**; reads a
  find . -samefile a -o -anewer b => reads ./**; reads a; reads b
  find . -newermt 2024-01-01 => reads ./**
  find . -newerma a => reads ./**; reads a
  find . -delete => reads ./**; deletes ./**
  find -delete => reads ./**; deletes ./**
  find src lib -name x -delete => reads src/**; reads lib/**; deletes src/**; deletes lib/**
  find . -na'me' x -de"lete" => reads ./**; deletes ./**
  find . -fprint out => reads ./**; writes out
  find . -fprint0 out => reads ./**; writes out
  find . -fls out => reads ./**; writes out
  find . -fprintf out '%p' => reads ./**; writes out
  find . -files0-from list => reads ./**; doubt unknown-option
  find -files0-from list => doubt unknown-option
  find . -exec grep -l x {} \\; => reads ./**; runs grep -l x ./**
  find src -name '*.ts' -exec cat {} + => reads src/**; runs cat src/**/*.ts …
  find . -name .env -exec cat {} \\; => reads ./**; runs cat ./**/.env
  find . -name a -o -name b -exec cat {} \\; => reads ./**; runs cat ./**
  find . ! -name a -exec cat {} \\; => reads ./**; runs cat ./**
  find src -exec cat {} + => reads src/**; runs cat src/** …
  find . -exec sh -c 'rm "$1"' _ {} \\; => reads ./**; runs sh -c rm "$1" _ ./**
  find . -exec rm {} \\; -exec touch y \\; => reads ./**; runs rm ./**; runs touch y
  find a b -exec rm -f {} \\; => reads a/**; reads b/**; runs rm -f a/**; runs rm -f b/**
  find . -exec cp {} {}.bak \\; => reads ./**; runs cp ./** ?
  find . -execdir touch p \\; => reads ./**; runs touch p; doubt runs
  find . -ok rm {} \\; => reads ./**; runs rm ./**
  find . -okdir rm {} \\; => reads ./**; runs rm ?; doubt runs
  find . -exec rm {} => reads ./**; runs rm ./**; doubt unknown-option
  find . -exec echo + x \\; => reads ./**; runs echo + x
  find . -exec {} \\; => reads ./**; runs ./**
  find src -name * => reads src/**; doubt dynamic-word
  find src -name "$x" => reads src/**
  find src -name $x => reads src/**; doubt dynamic-word
  find $x -name y => reads ?/**; doubt dynamic-word
  find "$x" -name y => reads ?/**; doubt dynamic-word
  find "src/$x" -name y => reads ?/**
  find src/* -name y => reads src/*/**
  find * -name y => reads */**; doubt dynamic-word
  find . "$x" => reads ./**; reads ?/**; doubt dynamic-word
  find . -type f "$x" => reads ./**; doubt dynamic-word
  find . -zzz => reads ./**; doubt unknown-option
  find . --zzz => reads ./**
  find . -name x y => reads ./**; doubt unknown-option
  gfind . -delete => reads ./**; deletes ./**
  `,
)
