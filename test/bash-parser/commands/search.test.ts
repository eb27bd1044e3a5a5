import { search } from '../../../src/bash-parser/commands/search.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  search,
  `
  grep x => nothing
  grep x a b => reads a; reads b
  grep -n "a b" a => reads a
  grep -e x a => reads a
  grep -f pat a => reads pat; reads a
  grep -fpat a => reads pat; reads a
  grep --file=pat a => reads pat; reads a
  grep -rn x src => reads src/**
  grep -r x => reads ./**
  grep -R x a b => reads a/**L; reads b/**L
  grep -R secret . => reads ./**L
  grep -rR secret => reads ./**L
  grep --dereference-recursive x src => reads src/**L
  rg -L x => reads ./**L
  rg --follow x src => reads src/**L
  rg -nL x => reads ./**L
  ag -f x src => reads src/**L; shell git config --path --get core.excludesfile
  fdfind -L x => reads ./**L
  fd --follow x src => reads src/**L
  tree -l => reads ./**L
  tree -al src => reads src/**L
  whereis -B /etc -f hosts => reads /etc/**
  grep -d recurse x src => reads src/**
  grep --directories=recurse x src => reads src/**
  grep --include=*.ts -r x src => reads src/**
  grep --include="$x" -r y src => reads src/**
  grep -A1 -B 2 -C3 x a => reads a
  grep -5 x a => reads a
  grep -m 1 x a => reads a
  grep --exclude-from skip -r x . => reads skip; reads ./**
  grep -- -x a => reads a
  grep -l x ./* => reads ./*
  grep -l x * => reads *
  grep "$x" a => reads ?; reads a
  grep "x$x" a => reads a
  grep -e "$x" a => reads a
  grep -E 'a|b' a => reads a
  grep --zzz x a => reads a
  grep --help => nothing
  grep -V => nothing
  egrep 'a|b' a => runs grep -E a|b a
  fgrep -f pat a => runs grep -F -f pat a
  rgrep x src => runs grep -r x src
  rg TODO => reads ./**
  rg -n TODO src bin => reads src/**; reads bin/**
  rg -e TODO src => reads src/**
  rg --files => reads ./**
  rg --files src => reads src/**
  rg -f pat => reads pat; reads ./**
  rg -tts -g '*.ts' TODO src => reads src/**
  rg --ignore-file skip x src => reads skip; reads src/**
  rg --type-list => nothing
  rg --version => nothing
  rg --pre ./c x . => reads ./**; doubt unknown-option; runs ./c …
  rg --pre=./c x . => reads ./**; doubt unknown-option; runs ./c …
  rg --hostname-bin ./c x . => reads ./**; runs ./c …
  rg -z x . => reads ./**; doubt unknown-option
  rg -nz x . => reads ./**; doubt unknown-option
  rg --search-zip x . => reads ./**; doubt unknown-option
  rg --zzz x . => reads ./**; doubt unknown-option
  rg $x => reads ./**; doubt dynamic-word
  rg "$x" src => reads src/**; doubt dynamic-word
  rg -- "$x" src => reads src/**
  rg -e "$x" src => reads src/**
  rg needle$IFS--pre=sh x.sh => reads x.sh/**; doubt dynamic-word
  rg -g"!$x" y => reads ./**
  ag x => reads ./**; shell git config --path --get core.excludesfile
  ag -i x src => reads src/**; shell git config --path --get core.excludesfile
  ag -g pat src => reads src/**; shell git config --path --get core.excludesfile
  ag --pager ./x y => reads ./**; shell ./x; shell git config --path --get core.excludesfile
  ag --pager='less -R' y => reads ./**; shell less -R; shell git config --path --get core.excludesfile
  ag --version --pager ./x => shell ./x
  fd => reads ./**
  fd -e ts => reads ./**
  fd x src lib => reads src/**; reads lib/**
  fd --search-path src x => reads src/**
  fd -t f -d 2 x => reads ./**
  fd -H --ignore-file skip x => reads skip; reads ./**
  fd x -x rm => reads ./**; runs rm …
  fd x -x rm {} => reads ./**; runs rm ?
  fd x --exec mv {} {.}.bak => reads ./**; runs mv ? ?
  fd x -X wc -l => reads ./**; runs wc -l …
  fd -Hx rm => reads ./**; runs rm …
  fd x --exec-batch rm => reads ./**; runs rm …
  fd -x cat {} \\; -e ts => reads ./**; runs cat ?; doubt unknown-option
  fd --exec=rm x => reads ./**; doubt unknown-option
  fd -txl => reads ./**
  fd -l => reads ./**; runs ls -lhd …
  fd --version => nothing
  fdfind x /etc => reads /etc/**
  tree => reads ./**
  tree -L 2 -I node_modules src => reads src/**
  tree -o out => reads ./**; writes out
  tree -oout => reads ./**; writes out
  tree -R -H . -L 1 => reads ./**; doubt unknown-option
  tree --fromfile list => reads list/**
  tree --zzz => reads ./**; doubt unknown-option
  locate -i x => nothing
  whereis ls => nothing
  `,
)
