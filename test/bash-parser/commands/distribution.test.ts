import { distribution } from '../../../src/bash-parser/commands/distribution.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  distribution,
  `
  apt list --installed => changes package cache
  apt show bash => changes package cache
  apt update => host ?; changes package store
  apt-get install -y jq => host ?; changes package store
  apt remove jq => changes package store
  apt-get -o Dpkg::Pre-Invoke::=./x update => host ?; changes package store; doubt unknown-option
  apt --version => nothing
  apt => nothing
  apt-cache policy bash => changes package cache
  apt-cache --help => nothing
  apt-mark showmanual => changes package cache
  apt-mark hold jq => changes package store
  add-apt-repository ppa:x => changes package store
  dpkg-query -W bash => nothing
  dpkg-query -f '$x' -W => nothing
  dpkg-query --admindir=dir -l => reads dir/**
  dpkg-deb -c a.deb => reads a.deb; changes temporary folder
  dpkg-deb -x a.deb dir => reads a.deb; reads dir; changes temporary folder; doubt unknown-option
  dpkg -l => runs dpkg-query -l
  dpkg -L bash => runs dpkg-query -L bash
  dpkg -c a.deb => runs dpkg-deb -c a.deb
  dpkg --print-architecture => nothing
  dpkg -i a.deb => reads a.deb; changes package store
  dpkg -r bash => changes package store
  dpkg --pre-invoke=./x -l => changes package store; doubt unknown-option
  rpm -qa => nothing
  rpm -qi bash => nothing
  rpm -qpl a.rpm => reads a.rpm
  rpm -qp https://example.com/a.rpm => host example.com
  rpm -i a.rpm => changes package store
  rpm -Uvh a.rpm => changes package store; changes package store
  rpm -qa --pipe 'rm x' => shell rm x
  rpm --eval x => changes package store; doubt unknown-option
  dnf list => host ?; changes package cache
  dnf install jq => host ?; changes package store
  pacman --version => nothing
  brew list => changes package cache
  brew install jq => host formulae.brew.sh; changes package cache; changes package store
  brew --version => nothing
  update-alternatives --display editor => nothing
  update-alternatives --set editor /bin/x => doubt unknown-option
  `,
)
