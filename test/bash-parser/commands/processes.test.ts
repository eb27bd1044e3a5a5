import { processes } from '../../../src/bash-parser/commands/processes.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  processes,
  `
  ps => nothing
  ps -ef => nothing
  ps aux => nothing
  ps axo pid,comm => nothing
  ps -p 12 -o pid,etime => nothing
  ps -p "$pid" => nothing
  ps auxe => doubt environment
  ps e => doubt environment
  ps -E => doubt environment
  ps -o pid,environ => doubt environment
  ps axo environ => doubt environment
  ps $x => doubt environment
  pgrep -fl node => nothing
  pgrep -F pid => reads pid
  pidof bash => nothing
  pidof -s -o %PPID bash => nothing
  pidof -o x bash => doubt unknown-option
  pidof --version => doubt unknown-option
  pkill node => changes process
  pkill -9 -f node => changes process
  pkill --older 10 => changes process
  pkill -u dev => changes process
  pkill --version => nothing
  killall -9 node => changes process
  killall -l => nothing
  renice -n 5 -p 12 => changes process
  pstree -p => nothing
  pwdx 12 => nothing
  pmap -x 12 => nothing
  pmap -n => doubt unknown-option
  pmap -N out => writes out
  skill -9 me => changes process
  lsof -i :8080 => nothing
  lsof -nP -iTCP -sTCP:LISTEN => nothing
  lsof +D src => reads src/**
  lsof +d src => reads src
  lsof -D b => doubt unknown-option
  lsof -i @h.example => host h.example
  lsof -i tcp@h.example:80 => host h.example
  lsof -itcp@h.example => host h.example
  lsof -i @10.0.0.1:80 => nothing
  lsof -i :80 => nothing
  lsof -k kernel => reads kernel
  fuser -v a => host ?
  fuser -k 80/tcp => host ?; changes process
  fuser -vk a => host ?; changes process
  uptime -p => nothing
  free -m => nothing
  vmstat 1 2 => nothing
  iostat -x 1 2 => nothing
  pidstat 1 2 => nothing
  pidstat -e rm x => doubt unknown-option
  top -b -n 1 => changes settings folder
  top => changes settings folder; doubt unknown-script
  top --version => changes settings folder
  htop => doubt unknown-script
  `,
)
