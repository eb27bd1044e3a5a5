import { inspect } from '../../../src/bash-parser/commands/inspect.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  inspect,
  `
  file a b => reads a; reads b
  file -b --mime-type a => reads a
  file -m magic a => reads magic; reads a
  file -f list => reads list; doubt unknown-option
  file -C -m magic => reads magic; doubt unknown-option
  file -z a.gz => reads a.gz; doubt unknown-option
  file -bz a.gz => reads a.gz; doubt unknown-option
  file --uncomp a.gz => reads a.gz; doubt unknown-option
  file * => reads *; doubt dynamic-word
  file -p a => reads a; changes file times
  nm -D a.so => reads a.so
  nm @list => doubt unknown-option; reads @list; reads list
  nm --plugin ./x.so a => reads a; doubt unknown-option
  size a => reads a
  size @list => doubt unknown-option; reads @list; reads list
  readelf -h a => reads a
  readelf -h @list => doubt unknown-option; reads @list; reads list
  readelf -x .text a => reads a
  objdump -d a => reads a
  objdump -x @list => doubt unknown-option; reads @list; reads list
  objdump -S -j .text => reads a.out
  ldd a => reads a; doubt runs
  openssl version => nothing
  openssl x509 -in a.pem -noout -text => reads a.pem
  openssl x509 -in a.pem -out b.pem => reads a.pem; writes b.pem
  openssl dgst -sha256 a => reads a
  openssl dgst -sha256 -sign key a => reads key; reads a
  openssl sha256 a => reads a
  openssl rand -hex 16 => nothing
  openssl rand -out a 16 => writes a
  openssl rand -writerand a 16 => writes a
  openssl enc -aes-256-cbc -in a -out b -k x => reads a; writes b
  openssl base64 -in a => reads a
  openssl verify -CAfile ca.pem a.pem => reads ca.pem; reads a.pem
  openssl req -newkey rsa:2048 -keyout k => writes k; doubt unknown-option
  openssl s_client -connect example.com:443 => host example.com; doubt unknown-script
  openssl x509 -engine ./x => doubt unknown-option
  openssl x509 -passin file:/etc/shadow -in a => reads /etc/shadow; reads a; doubt unknown-option
  openssl genrsa 2048 => reads 2048; doubt unknown-option
  ldd --version => nothing
  ldd --version a => reads a; doubt runs
  openssl enc -pass file:p -in a => reads p; reads a
  openssl genrsa -out k => writes k; doubt unknown-option
  openssl pkeyutl -in a => reads a; doubt unknown-option
  openssl aes-256-cbc -in a -out b => reads a; writes b; doubt unknown-option
  openssl x509 -in http://h/c => host h
  openssl crl -in http://h/c => host h
  openssl rsa -in file:///etc/k => reads /etc/k
  openssl rsa -in file:k => reads k
  openssl x509 -req -in r -CA c.pem -CAkey k => reads r; reads c.pem; reads k; writes c.srl
  openssl x509 -req -in r -CA c.pem -CAkey k -set_serial 1 => reads r; reads c.pem; reads k
  tput -S => changes terminal
  openssl "$x" => doubt dynamic-word
  openssl => doubt unknown-script
  gpg --version => nothing
  gpg --list-keys => changes gpg home
  gpg -d a.gpg -o out => reads a.gpg; writes out; changes gpg home
  gpg --recv-keys ABC => reads ABC; host ?; changes gpg home
  cal 2024 => nothing
  locale -a => nothing
  locale -m => runs gzip -d
  objdump -i => reads a.out; changes temporary file
  infocmp xterm => nothing
  infocmp -A /etc/x xterm => reads /etc/x/**
  infocmp -F a b => reads a; reads b
  toe /etc => reads /etc/**
  tabs -8 => nothing
  tput cols => nothing
  tput -T xterm setaf 1 => nothing
  tput reset => changes terminal
  tput init => changes terminal
  clear => nothing
  reset => changes terminal
  lsb_release -a => runs getopt; runs cut; runs tr
  getopt -o a -- x => nothing
  `,
)
