import { services } from '../../../src/bash-parser/commands/services.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  services,
  `
  systemctl => nothing
  systemctl status nginx --no-pager => nothing
  systemctl is-active nginx => nothing
  systemctl help => nothing
  systemctl help nginx => doubt runs
  systemctl list-units --failed => nothing
  systemctl --user list-timers => nothing
  systemctl show-environment => doubt environment
  systemctl restart nginx => changes services
  systemctl daemon-reload => changes services
  systemctl "$x" nginx => changes services; doubt dynamic-word
  systemctl -H me@example.com status => host example.com
  systemctl --root=x list-units => doubt unknown-option
  journalctl -u nginx -n 50 --no-pager => nothing
  journalctl --since today -p err => nothing
  journalctl -D dir => reads dir/**
  journalctl --file=a => reads a
  journalctl --vacuum-time=1d => changes journal
  journalctl --rotate => changes journal
  journalctl --rot => changes journal
  journalctl --cursor-file=out => writes out
  service nginx status => changes services
  service --status-all => changes services
  reboot => changes power
  crontab -l => reads /var/spool/cron/**
  crontab -r => changes crontab
  crontab -e => changes crontab
  crontab jobs => reads jobs; changes crontab
  crontab - => changes crontab; doubt unknown-script
  at -l => nothing
  at -f job now => reads job; changes jobs; doubt unknown-script
  at now => changes jobs; doubt unknown-script
  atq => nothing
  atrm 1 => changes jobs
  logger hello => changes messages
  useradd me => changes accounts
  tmux ls => changes terminal sessions
  tmux new-session -d 'rm x' => shell rm x; shell rm x; runs rm x; changes terminal sessions; doubt runs
  tmux send-keys -t 0 'rm x' Enter => shell 0 rm x; shell rm x; runs rm x Enter; runs Enter; changes terminal sessions; doubt runs
  tmux -V => nothing
  screen -ls => changes terminal sessions
  screen -dm rm x => runs rm x; changes terminal sessions; doubt runs
  screen -S a -X stuff 'rm x' => runs stuff rm x; shell rm x; changes terminal sessions; doubt runs
  screen --version => nothing
  `,
)
