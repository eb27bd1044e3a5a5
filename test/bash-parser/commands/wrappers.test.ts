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
  env LD_PRELOAD=./x ls => runs ls; doubt environment
  env 'BASH_FUNC_ls%%=() { rm x; }' bash -c ls => runs bash -c ls; doubt environment
  env "A$x=1" ls => runs ? ls
  env "$x" ls => runs ? ls; doubt dynamic-word
  env -i ls => runs ls; doubt unknown-option
  env - ls => runs ls; doubt environment
  env -u HOME ls => runs ls; doubt unknown-option
  env -C dir ls => runs ls; doubt unknown-option
  env -S 'rm -rf x' => runs rm -rf x
  env -S'rm x' y => runs rm x y
  env -S 'LANG=C rm x' => runs rm x
  env -S 'sh -c "rm x"' => shell sh -c "rm x"; doubt dynamic-word
  env --split-string='rm x' => runs rm x
  env -vS 'rm x' => runs rm x
  xargs => runs echo …
  xargs rm => runs rm …
  xargs -0 grep x => runs grep x …
  xargs -n1 -P 4 rm -f => runs rm -f …
  xargs -n 1 rm => runs rm …
  xargs -I{} mv {} {}.bak => runs mv ? ?
  xargs -I {} sh -c 'rm {}' => runs sh -c ?
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
  timeout $t ls => runs ls; doubt dynamic-word
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
  watch "$x" => doubt dynamic-word
  flock lock rm x => writes lock; runs rm x
  flock -n lock -c 'rm x' => writes lock; shell rm x
  flock 9 => nothing
  flock -x 9 => nothing
  script -c 'rm x' => shell rm x; writes typescript
  script -qc 'rm x' /dev/null => shell rm x; writes /dev/null
  script out => writes out; doubt unknown-script
  strace -f rm x => runs rm x; runs x; doubt runs
  unshare -r rm => runs rm; doubt runs
  busybox rm x => runs rm x
  busybox --list => nothing
  parallel rm {} ::: a b => runs rm {} …; runs {} …; doubt runs
  parallel -j 4 'rm {} && ls' ::: a => shell 4 rm {} && ls; shell rm {} && ls; doubt runs
  bash -c 'rm x' => shell rm x
  bash -lc 'rm x' => shell rm x; doubt unknown-script
  bash -ec 'rm x' a b => shell rm x
  bash -o pipefail -c 'rm x' => shell rm x
  bash -o posix -c 'rm x' => shell rm x; doubt shell-state
  bash --norc -c 'rm x' => shell rm x
  bash -c "$x" => doubt dynamic-word
  bash "$x" => reads ?; doubt dynamic-word
  bash x.sh => reads x.sh; doubt unknown-script
  bash -x x.sh a => reads x.sh; doubt unknown-script
  bash => doubt unknown-script
  bash -s a => doubt unknown-script
  bash -n x.sh => reads x.sh
  bash +n x.sh => reads x.sh; doubt unknown-option
  bash --rcfile x -i => reads x; doubt unknown-script
  bash --version => nothing
  bash --zzz -c ls => shell ls; doubt unknown-option
  sh -c 'rm x' => shell rm x
  sh -c '[[ a > b ]]' => shell [[ a > b ]]; doubt unknown-script
  sh -c '((rm x))' => shell ((rm x)); doubt unknown-script
  sh -c 'echo $((1+1))' => shell echo $((1+1))
  sh -c 'ls &> b' => shell ls &> b; doubt unknown-script
  dash x.sh => reads x.sh; doubt unknown-script
  zsh -c 'rm x' => shell rm x; doubt unknown-script
  fish -c 'rm x' => shell rm x; doubt unknown-script
  `,
)
