import { shells } from '../../../src/bash-parser/commands/shells.ts'
import { wrappers } from '../../../src/bash-parser/commands/wrappers.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  [...wrappers, ...shells],
  `
  env => doubt environment
  env ls -l => runs ls -l
  env LANG=C sort a => runs sort a
  env -- ls => runs ls
  env FOO=1 npm test => runs npm test; doubt environment
  env LD_PRELOAD=./x ls => doubt unknown-script; runs ls
  env 'BASH_FUNC_ls%%=() { rm x }' bash -c ls => doubt unknown-script; runs bash -c ls; shell f () { rm x }
  env "A$x=1" ls => runs ? ls; runs ls
  env "$x" ls => runs ? ls; runs ls; doubt dynamic-word
  env -i ls => runs ls; doubt unknown-option
  env - ls => runs ls; doubt environment
  env -u HOME ls => runs ls; doubt unknown-option
  env -C dir ls => runs ls; doubt unknown-option
  env -S 'rm -rf x' => runs rm -rf x
  env -S'rm x' y => runs rm x y
  env -S 'LANG=C rm x' => runs rm x
  env -S 'sh -c "rm x"' => runs sh -c rm x; doubt dynamic-word
  env --split-string='rm x' => runs rm x
  env -vS 'rm x' => runs rm x
  xargs => runs echo …
  xargs rm => runs rm …
  xargs -0 grep x => runs grep x …
  xargs -n1 -P 4 rm -f => runs rm -f …
  xargs -n 1 rm => runs rm …
  xargs -I{} mv {} {}.bak => runs mv ? ?
  xargs -I {} sh -c 'rm {}' => doubt unknown-script; runs sh -c ?; shell rm \${_input}
  xargs -I % cp x% y => runs cp ? y
  xargs -i rm {} => runs rm ?
  xargs --replace=@ rm @ => runs rm ?
  xargs -a list rm => reads list; runs rm …
  xargs --arg-file list cat => reads list; runs cat …
  xargs -J % cp % y => runs cp % y …; doubt dynamic-word
  xargs --zzz rm => runs rm …; doubt unknown-option
  xargs $x rm => runs ? rm …; doubt dynamic-word
  timeout 5 rm x => runs rm x
  timeout -k 5 -s KILL 30s ls => runs ls
  timeout --signal=9 5 ls => runs ls
  timeout $t ls => doubt dynamic-word; runs ? ls; runs ls
  timeout => nothing
  nice ls => runs ls
  nice -n 5 ls => runs ls
  nice -5 ls => runs ls
  nice --adjustment=5 ls => runs ls
  nohup ls -l => runs ls -l
  stdbuf -oL ls => runs ls
  stdbuf -o L ls => runs ls
  setsid -w ls => runs ls
  /usr/bin/time -p ls => runs ls
  /usr/bin/time -o out ls => writes out; runs ls
  noglob ls => runs ls
  caffeinate -i ls => runs ls
  ionice -c 3 ls => runs ls
  ionice -p 12 => changes process
  chrt -f 10 ls => runs ls
  taskset 0x3 ls => runs ls
  taskset -c 0 ls => runs ls
  taskset -p 12 => changes process
  sudo rm x => runs rm x; changes privileges
  sudo -u me -E A=1 rm x => runs rm x; changes privileges; doubt environment
  sudo -e a => writes a; changes privileges; doubt unknown-option
  sudoedit a => reads a; writes a; changes privileges; doubt runs
  sudo -i => changes privileges; doubt unknown-script
  sudo -l => changes privileges
  doas -u me rm x => runs rm x; changes privileges
  pkexec rm x => runs rm x; changes privileges
  su -c 'rm x' => shell rm x; changes privileges
  su - me -c 'rm x' => shell rm x; changes privileges
  su => changes privileges; doubt unknown-script
  runuser -u me rm x => runs rm x; changes privileges
  watch ls -l => shell ls -l
  watch -n1 'rm x && ls' => shell rm x && ls
  watch -x rm x => runs rm x
  watch "$x" => doubt dynamic-word; shell $x
  flock lock rm x => writes lock; runs rm x
  flock -n lock -c 'rm x' => writes lock; shell rm x
  flock 9 => nothing
  flock -x 9 => nothing
  script -c 'rm x' => shell rm x; writes typescript
  script -qc 'rm x' /dev/null => shell rm x; writes /dev/null
  script out => writes out; doubt unknown-script
  strace -f rm x => doubt runs; runs rm x; runs x
  unshare -r rm => doubt runs; runs rm
  busybox rm x => runs rm x
  busybox --list => nothing
  parallel rm {} ::: a b => doubt runs; shell rm a; shell rm b
  parallel -j 4 'rm {} && ls' ::: a => doubt runs; shell rm a && ls
  bash -c 'rm x' => shell rm x
  bash -lc 'rm x' => shell rm x; doubt unknown-script
  bash -ec 'rm x' a b => shell rm x
  bash -o pipefail -c 'rm x' => shell rm x
  bash -o posix -c 'rm x' => shell rm x; doubt shell-state
  bash --norc -c 'rm x' => shell rm x
  bash -c "$x" => doubt unknown-script; shell $x
  bash "$x" => doubt unknown-script; reads ?
  bash x.sh => reads x.sh; doubt unknown-script; runs x.sh
  bash -x x.sh a => reads x.sh; doubt unknown-script; runs x.sh a
  bash => doubt unknown-script
  bash -s a => doubt unknown-script
  bash -n x.sh => reads x.sh
  bash +n x.sh => reads x.sh; doubt unknown-option; runs x.sh
  bash --rcfile x -i => reads x; doubt unknown-script
  bash --version => nothing
  bash --zzz -c ls => shell ls; doubt unknown-option
  sh -c 'rm x' => shell rm x
  sh -c '[[ a > b ]]' => shell [[ a > b ]]; doubt unknown-script
  sh -c '((rm x))' => shell ((rm x)); doubt unknown-script
  sh -c 'echo $((1+1))' => shell echo $((1+1))
  sh -c 'ls &> b' => shell ls &> b; doubt unknown-script
  dash x.sh => reads x.sh; doubt unknown-script; runs x.sh
  zsh -c 'rm x' => shell rm x; doubt unknown-script
  fish -c 'rm x' => shell rm x; doubt unknown-script
  env GIT_EDITOR='rm x' git commit => doubt environment; runs git commit; shell rm x
  env "GIT_EDITOR=$x" git commit => doubt unknown-script; runs git commit; shell GIT_EDITOR=$x
  env 'LESSOPEN=|rm %s' less a => doubt environment; runs less a; shell rm %s
  env A=$x ls => doubt dynamic-word; runs ? ls; runs ls
  xargs -I% sh -c '% x' => doubt unknown-script; runs sh -c ?; shell \${_input} x
  xargs bash => runs bash …
  xargs -I% % x => runs ? x
  timeout $t 5 rm x => doubt dynamic-word; runs ? 5 rm x; runs rm x; runs x
  nice -n $x rm x => doubt dynamic-word; runs ? rm x; runs rm x; runs x
  sudo -u $x rm x => changes privileges; doubt dynamic-word; runs ? rm x; runs rm x; runs x
  sudo PAGER='rm x' man a => changes privileges; doubt environment; runs man a; shell rm x
  unshare -r $(cat n) x => doubt runs; runs ? x; runs x
  setpriv setpriv setpriv rm x => doubt runs; runs rm x; runs setpriv; runs setpriv rm x; runs x
  setpriv env -i setpriv env rm x => doubt runs; runs env -i; runs env rm x; runs rm x; runs setpriv; runs x
  strace -o out -e trace=none rm x => doubt runs; runs out -e trace=none rm x; runs rm x; runs trace=none rm x; runs x; writes out
  strace -o '|rm x' ls => doubt runs; runs ls; runs |rm x ls; shell rm x; shell |rm x
  valgrind --log-file=out ls => doubt runs; runs ls; writes out
  perf record -oout ls => doubt runs; runs ls; runs record -oout ls; writes out
  entr -nzs 'rm x' => doubt runs; runs rm x; shell rm x
  unshare --wrap='rm x' ls => doubt runs; runs ls; shell rm x
  gdb -ex 'shell rm x' a => doubt unknown-script; runs a; runs shell rm x a; shell shell rm x
  gdb a.out => doubt runs; runs a.out
  parallel {} x ::: rm => doubt runs; shell rm x
  parallel {1} {2} ::: cat ::: .env => doubt runs; shell cat .env
  parallel {.} x ::: rm.c => doubt runs; shell rm x
  parallel cat ::: .env => doubt runs; runs cat .env
  parallel git ::: pull push => doubt runs; runs git pull; runs git push
  parallel ::: 'rm x' => doubt runs; shell rm x
  parallel => doubt unknown-script
  parallel rm => doubt runs; runs rm …
  parallel rm {} => doubt runs; shell rm \${_input}
  parallel {} x => doubt runs; shell \${_input} x
  parallel {} :::: list => doubt runs; reads list; shell \${_input}
  parallel -a list rm => doubt runs; reads list; runs rm …
  parallel -kj4 rm ::: x => doubt runs; runs rm x; runs rm x; runs x; shell x
  parallel "$x" a ::: b => doubt unknown-script; runs ? a …; shell $x
  parallel $x rm ::: b => doubt runs; runs ? rm b; runs b; runs rm b; runs rm b; shell b
  parallel 'rm "$1"' ::: b => doubt runs; shell rm "$1" b
  parset a rm ::: b => doubt runs; runs a rm b; runs a rm b; runs b; runs rm b
  sem rm x => doubt runs; runs rm x …
  sem -j+0 'rm x && ls' => doubt runs; shell rm x && ls \${_input}
  parallel -I% % x ::: rm => doubt runs; shell rm x
  parallel --rpl '@ y' @ x ::: rm => doubt unknown-script; runs @ y @ x rm; runs @ x rm; runs rm; runs x rm; shell @ y; shell @ y @ x rm; shell rm
  su -s /bin/rm root -- x => changes privileges; doubt unknown-option; runs /bin/rm root x; runs root x; runs x
  env -S 'rm\\_x' => doubt dynamic-word; runs rm x
  env -S '"a b" c\\_d # e' f => runs a b c d f; doubt dynamic-word
  env -S "'a | b' c\\c d" => runs a | b c; doubt dynamic-word
  capsh -- -c 'rm x' => doubt runs; runs rm x; shell rm x
  `,
)
