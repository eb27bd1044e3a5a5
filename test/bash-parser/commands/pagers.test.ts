import { pagers } from '../../../src/bash-parser/commands/pagers.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  pagers,
  `
  less a => reads a
  less -N +G a => reads a
  less +/word a => reads a
  less '+!touch p' a => reads a; doubt runs
  less +v a => reads a; doubt runs
  less '++!touch p' a => reads a; doubt runs
  less "+$x" a => reads a; doubt dynamic-word
  less -oout a => reads a; writes out
  less -o out a => reads a; writes out
  less --log-file=out a => reads a; writes out
  less -k keys a => reads a; doubt unknown-option
  less -t tag => doubt unknown-option
  less --version => nothing
  more a => reads a
  zless a.gz => runs less a.gz; runs gzip -cdfq
  zmore a.gz => runs more a.gz; runs gzip -cdfq
  bzless a => runs less a; runs bzip2 -cdfq
  bzmore a => runs more a; runs bzip2 -cdfq
  xzless a => runs less a; runs xz -cdfq
  xzmore a => runs more a; runs xz -cdfq
  more +5 a => reads a
  more -20 a => reads a
  man ls => nothing
  man 3 printf => nothing
  man -k x => nothing
  man ./page.1 => reads ./page.1
  man -P 'touch p' ls => doubt unknown-option
  man -Ptouch ls => doubt unknown-option
  man --pager='touch p' ls => doubt unknown-option
  man --html='touch p' ls => doubt unknown-option
  man -H ls => doubt unknown-option
  man -C conf ls => doubt unknown-option
  man -M dir ls => doubt unknown-option
  man -k "$x" => reads ?; doubt dynamic-word
  man --help => nothing
  apropos x => nothing
  info ls => nothing
  info -o out ls => writes out
  info -f file => reads file
  vim a => reads a; writes a; doubt unknown-script
  vim -c '!rm x' a => reads a; writes a; reads !rm x; writes !rm x; doubt unknown-script
  nano --version => nothing
  ed a => reads a; writes a; doubt unknown-script
  `,
)
