import { pagers } from '../../../src/bash-parser/commands/pagers.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  pagers,
  `
  less a => reads a
  less -N +G a => reads a
  less +/word a => reads a
  less '+!touch p' a => reads a; doubt runs; shell touch p
  less +v a => reads a; doubt runs
  less '++!touch p' a => reads a; doubt runs; shell touch p
  less "+$x" a => reads a; doubt dynamic-word
  less -oout a => reads a; writes out
  less -o out a => reads a; writes out
  less --log-file=out a => reads a; writes out
  less -k keys a => reads keys; reads a; doubt unknown-option
  less --help -o x a => writes x
  info --version --dribble=x => writes x
  less -t tag => doubt unknown-option
  less --version => nothing
  more a => reads a
  zless a.gz => runs less a.gz; runs gzip -cdfq; doubt runs
  zmore a.gz => runs more a.gz; runs gzip -cdfq; doubt runs
  bzless a => runs less a; runs bzip2 -cdfq; doubt runs
  bzmore a => runs more a; runs bzip2 -cdfq; doubt runs
  xzless a => runs less a; runs xz -cdfq; doubt runs
  xzmore a => runs more a; runs xz -cdfq; doubt runs
  more +5 a => reads a
  more -20 a => reads a
  man ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less
  man -w ls => nothing
  man -l page => reads page; runs col; runs groff; runs grotty; runs less; runs locale; runs nroff; runs preconv; runs tbl; runs troff
  man -l "$x" => doubt dynamic-word; reads ?; runs col; runs groff; runs grotty; runs less; runs locale; runs nroff; runs preconv; runs tbl; runs troff
  man -k x => runs apropos
  groff a => reads a; doubt unknown-script
  vim -c 'w! out' a => shell  out; reads a; writes out; writes a; doubt unknown-script
  vim -c 'r .env' a => reads .env; reads a; writes a; doubt unknown-script
  man ./page.1 => reads ./page.1; runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less
  man -P 'touch p' ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option; shell touch p
  man -H'rm x' ls => doubt unknown-option; runs col; runs groff; runs grotty; runs less; runs locale; runs nroff; runs preconv; runs tbl; runs troff; shell rm x
  man -Ptouch ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option; shell touch
  man --pager='touch p' ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option; shell touch p
  man --html='touch p' ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option; shell touch p
  man -H ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option
  man -C conf ls => reads conf; runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option
  man -M dir ls => runs preconv; runs tbl; runs nroff; runs groff; runs troff; runs grotty; runs locale; runs col; runs less; doubt unknown-option
  man -k "$x" => reads ?; runs apropos; doubt dynamic-word
  man --help => nothing
  man -wK x => doubt unknown-option
  apropos x => nothing
  info ls => nothing
  info ./page => reads ./page
  info -o out ls => writes out
  info -f file => reads file
  vim a => reads a; writes a; doubt unknown-script
  vim -c '!rm x' a => reads a; writes a; shell rm x; doubt unknown-script
  vim -es -c '!rm victim' -c q => doubt unknown-script; shell rm victim
  vim +'!rm victim' +q => doubt unknown-script; shell rm victim
  vim +10 a => doubt unknown-script; reads a; writes a
  vim -c ':%!rm x' a => doubt unknown-script; reads a; shell rm x; writes a
  vim -c 'silent! !rm x' a => doubt unknown-script; reads a; shell rm x; writes a
  vim -c 'wq!' a => doubt unknown-script; reads a; writes a
  vim --cmd 'call system("rm x")' a => doubt unknown-script; reads a; writes a
  ed -s a => doubt unknown-script; reads a; writes a
  ex -sc 's/a/b/|x' a => doubt unknown-script; reads a; writes a
  view +'%!rm x' a => doubt unknown-script; reads a; shell rm x; writes a
  nano --version => nothing
  ed a => reads a; writes a; doubt unknown-script
  `,
)
