import { builtins } from '../../../src/bash-parser/commands/builtins.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  builtins,
  String.raw`
  : "$x" => nothing
  true x => nothing
  exit 1 => nothing
  shift 2 => nothing
  echo -n "$x" $y * => nothing
  pwd -P => nothing
  help cd => nothing
  type -a ls => nothing
  which ls => nothing
  fg %1 => nothing
  dirs -v => nothing
  test -f a => nothing
  test "$x" = y => nothing
  [ -n "$x" ] => nothing
  [ "$x" -gt 3 ] => nothing
  [ $? -eq 0 ] => nothing
  [ $# -lt 2 ] => nothing
  [ $x = y ] => doubt dynamic-word
  [ "$x" "$y" ] => doubt dynamic-word
  [ -v name ] => nothing
  [ -v 'a[$(rm x)]' ] => doubt dynamic-word
  [ -v "$x" ] => doubt dynamic-word
  [ "$x" 'a[0]' ] => doubt dynamic-word
  [ -z "$x" -o -f "$y" ] => nothing
  test * => doubt dynamic-word
  test -f *.txt => nothing
  test -v a* => doubt dynamic-word
  printf '%s\n' "$x" => nothing
  printf "$x" => nothing
  printf "$x" "$y" => doubt shell-state
  printf $x => doubt shell-state
  printf -v out %s x => nothing
  printf -v PATH %s x => doubt shell-state
  printf -v 'a[$(rm x)]' %s y => doubt shell-state
  printf -vPATH x => doubt shell-state
  printf -v "$n" %s x => doubt shell-state
  printf 'abc%n' PATH => doubt shell-state
  cd src => reads src
  cd => nothing
  cd - => nothing
  cd -P "$x" => reads ?
  pushd src => reads src
  pushd +1 => nothing
  popd => nothing
  read x => nothing
  read -r -p prompt a b => nothing
  read -ra arr => nothing
  read PATH => doubt shell-state
  read 'a[$(rm x)]' => doubt shell-state
  read "$x" => doubt shell-state
  read -t $n x => nothing
  mapfile -t lines => nothing
  mapfile -C 'rm x' -c 1 a => shell rm x; doubt shell-state
  readarray 'a[$(rm x)]' => doubt shell-state
  getopts ab: opt => nothing
  getopts ab: PATH => doubt shell-state
  unset x => nothing
  unset PATH => doubt shell-state
  unset 'a[$(rm x)]' => doubt shell-state
  unset -f f => nothing
  wait => nothing
  wait -n $! => nothing
  wait $pid => doubt shell-state
  wait -np PATH => doubt shell-state
  wait -p 'a[$(rm x)]' => doubt shell-state
  export A=1 B => nothing
  export A="$x" => nothing
  export A=$x => nothing
  export PATH=x => doubt shell-state
  export GIT_PAGER=x => doubt shell-state
  export "$x" => doubt shell-state
  export -p => doubt environment
  export => doubt environment
  declare -a list => nothing
  declare -i n=x => doubt shell-state
  declare -n ref=x => doubt shell-state
  declare -p => doubt environment
  declare -f => nothing
  declare 'a[$(rm x)]=1' => doubt shell-state
  local x=1 => nothing
  readonly IFS=x => doubt shell-state
  set -euo pipefail => nothing
  set +e => nothing
  set -- a "$x" => nothing
  set -a => doubt shell-state
  set -k => doubt shell-state
  set -f => doubt shell-state
  set -ef => doubt shell-state
  set +f => nothing
  set -o noglob => doubt shell-state
  set +o noglob => nothing
  set -o posix => doubt shell-state
  set -o => nothing
  set $x => doubt shell-state
  set => doubt environment
  shopt => nothing
  shopt -s nullglob => doubt shell-state
  shopt -s dotglob => doubt shell-state
  shopt -s globstar => doubt shell-state
  shopt -u dotglob => nothing
  shopt -s failglob => doubt shell-state
  shopt -so noglob => doubt shell-state
  shopt -s expand_aliases => doubt shell-state
  shopt -u extglob => doubt shell-state
  shopt -so pipefail => nothing
  shopt -q extglob => nothing
  shopt $x extglob => doubt shell-state
  jobs -l => nothing
  jobs -x rm %1 => runs rm %1
  kill 1 => changes process
  kill -9 $pid => changes process
  kill -l => nothing
  kill -0 $! => nothing
  kill -0 1 2 => nothing
  kill -0 -s 9 1 => changes process
  kill -0 -n 9 1 => changes process
  kill -s 0 -s KILL 1 => changes process
  kill -0 -- 1 => nothing
  kill -LOST 1 => changes process
  kill --list=9 => nothing
  kill -s 0 12 => nothing
  kill -0 "$x" => changes process
  suspend => changes process
  suspend -f => changes process
  ulimit -a => nothing
  ulimit -n 1024 => nothing
  umask => nothing
  umask 022 => doubt shell-state
  hash => nothing
  hash -p ./x ls => doubt shell-state; runs ./x …
  command -v node => nothing
  command -V node => nothing
  command -p ls -l => runs ls -l
  command ls => runs ls
  command "$x" ls => runs ? ls; doubt dynamic-word
  builtin cd x => runs cd x
  exec => nothing
  exec ls -l => runs ls -l
  exec -a name ls => runs ls
  exec -c ls => runs ls; doubt unknown-option
  eval ls -l => shell ls -l; doubt shell-state
  eval "$x" => doubt shell-state; shell $x
  source x.sh a => reads x.sh; doubt unknown-script; runs x.sh a
  . ./x.sh => reads ./x.sh; doubt unknown-script; runs ./x.sh
  trap => nothing
  trap -p EXIT => nothing
  trap 'rm x' EXIT => shell rm x
  trap - EXIT => nothing
  trap '' INT => nothing
  trap "$x" EXIT => doubt dynamic-word; shell $x
  alias => nothing
  alias ls => nothing
  alias ls=rm => doubt shell-state
  unalias ls => nothing
  let x=1 => nothing
  let x=2+3 => nothing
  let PATH=1 => doubt shell-state
  let x=y => doubt shell-state
  let 'a[$(rm x)]=1' => doubt shell-state
  compgen -c => nothing
  compgen -W 'a b' a => nothing
  compgen -W '$(rm x)' => doubt runs; shell : $(rm x)
  compgen -W '\`rm x\`' a => doubt runs; shell : \`rm x\`
  compgen -G '/etc/*' => reads /etc/*
  compgen -A file /etc/ => reads /etc/*
  compgen -f => reads .
  compgen -d src/ => reads src/*
  compgen -C 'rm x' => shell rm x
  compgen -F f => doubt unknown-option
  complete -p => nothing
  complete -C rm x => doubt unknown-option
  enable -a => nothing
  enable -n test => doubt shell-state
  enable -f ./x.so x => doubt shell-state
  bind -p => nothing
  bind -x '"a": rm x' => doubt shell-state
  history => nothing
  history 5 => nothing
  history -c => changes history
  history -w => doubt unknown-option; writes ~/.bash_history
  history -w out => doubt unknown-option; writes out
  history -r in => doubt unknown-option; reads in
  history -s 'rm x' => doubt unknown-option; shell rm x
  history x => doubt unknown-option
  fc -l => nothing
  fc -s => doubt runs
  fc -e 'rm x;' => doubt runs; shell rm x;
  fc -le'rm x' 5 => doubt runs; shell rm x
  fc -nle 'rm x' => doubt runs; shell rm x
  fc => doubt runs
  `,
)
