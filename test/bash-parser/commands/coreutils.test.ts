import { coreutils } from '../../../src/bash-parser/commands/coreutils.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  coreutils,
  `
  arch => nothing
  arch --zzz-unknown => doubt unknown-option
  arch -x86_64 rm x => runs rm x; doubt unknown-option
  shasum -a 256 a => reads a
  hostid => nothing
  basename -s .ts src/a.ts => nothing
  basename "$x" => nothing
  basename --help => nothing
  dirname /etc/passwd => nothing
  pathchk -p a => nothing
  uname -a => nothing
  nproc --ignore=1 => nothing
  seq 1 10 => nothing
  seq -s, $n => nothing
  tty -s => nothing
  id -un => nothing
  who am i => nothing
  who => nothing
  who /etc/passwd => reads /etc/passwd
  who $x => reads ?; reads ?
  users => nothing
  users /etc/passwd => reads /etc/passwd
  pinky => host ?
  uuidgen => nothing
  uuidgen "$x" => doubt dynamic-word
  uuidgen -t => doubt unknown-option
  date -j -f %s 0 => reads %s
  df -h . => nothing
  df --output=size,avail => nothing
  numfmt --to=iec 100 => nothing
  dircolors -p => nothing
  dircolors my.colors => reads my.colors
  readlink -f a => nothing
  realpath --relative-to=. a => nothing
  stat -c %s a b => reads a; reads b
  stat --printf=%n "$f" => reads ?
  sync => nothing
  md5sum a => reads a
  sha256sum -c SUMS => reads SUMS
  md5sum --check SUMS => reads SUMS
  b2sum -c SUMS => reads SUMS
  shasum -c SUMS => reads SUMS
  md5 -c abc a => reads a
  b2sum -l 128 a => reads a
  cksum a => reads a
  sum a => reads a
  ls => reads .
  ls -la src => reads src
  ls -R => reads ./**
  ls --recurs src => reads src/**
  ls -RL . => reads ./**L
  ls -lR --dereference src => reads src/**L
  ls -L src => reads src
  ls *.ts => reads *.ts
  ls -- -x => reads -x
  ls --color=auto --sort size => reads .
  ls -I '*.o' src => reads src
  ls --zzz-unknown => reads .
  ls --help => nothing
  dir src => reads src
  du => reads ./**
  du -sh src => reads src/**
  du -L => reads ./**L
  du --dereference -s src => reads src/**L
  du -D src => reads src/**
  du -X skip src => reads skip; reads src/**
  du --files0-from=list => reads list; doubt unknown-option
  date => nothing
  date +%s => nothing
  date -u "+%Y $x" => nothing
  date -d yesterday +%F => nothing
  date -r a => reads a
  date -f dates => reads dates
  date -I => nothing
  date -Iseconds => nothing
  date -s 10:00 => changes clock
  date --set=10:00 => changes clock
  date --se 10:00 => changes clock
  date 01010000 => changes clock
  date $x => doubt dynamic-word
  date --zzz => doubt unknown-option
  printenv => doubt environment
  printenv PATH => nothing
  printenv GITHUB_TOKEN => doubt environment
  printenv $x => doubt environment
  envsubst => doubt environment
  envsubst -v '$x' => nothing
  stty -a => nothing
  stty size => nothing
  stty raw => changes terminal
  stty -F /dev/tty1 -a => doubt unknown-option
  `,
)
