import { machine } from '../../../src/bash-parser/commands/machine.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  machine,
  `
  lscpu -e => nothing
  lsblk -o NAME,SIZE => nothing
  findmnt -t ext4 => nothing
  findmnt -F tab => reads tab
  mountpoint / => nothing
  namei -l a => reads a
  lscpu --sysroot /x => reads /x/**
  lsusb -D /dev/x => reads /dev/x
  lspci -v => nothing
  lspci -q => doubt unknown-option
  lsmod => nothing
  nvidia-smi -q => nothing
  nvidia-smi -r => doubt unknown-option
  nvidia-smi -pm 1 => doubt unknown-option
  last -n 5 => nothing
  last -f log => reads log
  lastlog -C -u me => changes log
  dmesg => nothing
  dmesg -T --level=err => nothing
  dmesg -c => changes log
  dmesg -Tc => changes log
  dmesg --console-off => changes log
  mount => nothing
  mount -t ext4 => nothing
  mount /dev/sda1 /mnt => changes mounts
  swapon --show => nothing
  lsmem => nothing
  lsns -p 1 => nothing
  lsipc -m => nothing
  lslocks => nothing
  umount /mnt => changes disks or kernel
  sysctl kernel.ostype => nothing
  sysctl -a => nothing
  sysctl -w a.b=1 => changes kernel; changes kernel
  sysctl a.b=1 => changes kernel
  sysctl -p => changes kernel
  sysctl "$x" => doubt dynamic-word
  hostname => nothing
  hostname -I => nothing
  hostname -f => host ?
  hostname -s => nothing
  dnsdomainname => host ?
  hostname new => changes hostname
  hostname -F file => reads file; changes hostname
  hostname "$x" => changes hostname; doubt dynamic-word
  ifconfig => nothing
  ifconfig eth0 => nothing
  ifconfig eth0 up => changes network configuration
  ifconfig $x => changes network configuration
  ifconfig -a up => changes network configuration
  hostnamectl hostname => nothing
  hostnamectl hostname x => changes settings
  last -d => host ?
  route -n => nothing
  route add default gw 10.0.0.1 => host ?; changes network configuration
  route => host ?
  arp -an => host ?
  arp -d 10.0.0.1 => host ?; changes network configuration
  ip addr => nothing
  ip -br addr show => nothing
  ip -4 route get 1.1.1.1 => nothing
  ip addr add 10.0.0.1 dev lo => changes network configuration
  ip link set lo up => changes network configuration
  ip route del default => changes network configuration
  ip netns => nothing
  ip netns exec x rm a => runs rm a; changes network configuration
  ip vrf exec x rm a => runs rm a; changes network configuration
  ip -b file => reads file; doubt unknown-option
  ip -n x addr => doubt unknown-option
  ip -r route => host ?
  ip -resolve neigh show => host ?
  ip zzz => doubt unknown-option
  ip addr "$x" => changes network configuration; doubt dynamic-word
  ip monitor => nothing
  ss -tlnp => nothing
  ss state established => nothing
  ss -t dst 10.0.0.1 and dport = :443 => nothing
  ss dst example.com => host example.com
  ss . 1 => host ?
  ss -r => host ?
  ss -K dst 10.0.0.1 => changes network connections
  ss -tK => changes network connections
  ss -D out => writes out
  netstat -tulpn => nothing
  netstat -r => host ?
  netstat -rn => nothing
  netstat -i => host ?
  getconf PAGE_SIZE => nothing
  getent passwd root => reads /etc/passwd
  getent hosts example.com => host example.com
  getent -s files group => reads /etc/group
  hostnamectl => nothing
  hostnamectl set-hostname x => changes settings
  timedatectl status => nothing
  timedatectl set-time 10:00 => changes settings
  loginctl list-sessions => nothing
  `,
)
