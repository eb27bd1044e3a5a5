import { sed } from '../../../src/bash-parser/commands/sed.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  sed,
  String.raw`
  sed s/a/b/ => nothing
  sed -n '10,20p' a => reads a
  sed -n '$p' a b => reads a; reads b
  sed -n '/a/,/b/p;$!d' a => reads a
  sed '1~2d;5,+3d;0,/x/d;2,~4d' a => reads a
  sed 's/a/b/gI;s#x#y#2;s,a,b,p;s|a|b|M' a => reads a
  sed 's/\//-/g' a => reads a
  sed -e 's/a/b/' -e p a => reads a
  sed --expression=p a => reads a
  sed '1{p;n;d}' a => reads a
  sed ':a;N;$!ba;s/\n/ /g' a => reads a
  sed '/x/{s/a/b/;t end;s/c/d/};:end' a => reads a
  sed 'y/abc/xyz/' a => reads a
  sed '\,x,d;\%y%p' a => reads a
  sed -E 's/(a|b)+/\1/' a => reads a
  sed '/^[^/]*$/d' a => reads a; doubt unknown-script
  sed 's/[/]/x/' a => reads a; doubt unknown-script
  sed 's/[a-z]*/x/' a => reads a
  sed 's/[]x]/y/' a => reads a
  sed '1i hello; w out' a => reads a
  sed '$a\ hello' a => reads a
  sed 'q5' a => reads a
  sed '/x/q;$!d;l 20;=' a => reads a
  sed '# comment w out' a => reads a
  sed 'r b' a => reads b; reads a
  sed 'R b' a => reads b; reads a
  sed '/x/r b.txt' a => reads b.txt; reads a
  sed 'w out' a => reads a; writes out
  sed -n '/x/w out' a => reads a; writes out
  sed 'W out' a => reads a; writes out
  sed 's/a/b/w out' a => reads a; writes out
  sed 's/a/b/gw out' a => reads a; writes out
  sed 's/a/b/w /dev/stdout' a => reads a
  sed -n 's/x/y/w out;p' a => reads a; writes out;p
  sed -e p -e 'w out' a => reads a; writes out
  sed -e 'a\' -e 'w out' a => reads a
  sed '1e touch p' a => reads a; shell touch p
  sed e a => reads a; doubt runs
  sed 's/x/touch p/e' a => reads a; shell touch p; doubt runs
  sed 's#x#touch p#Ie' a => reads a; shell touch p; doubt runs
  sed -s 's/x/y/e' a => reads a; shell y; doubt runs
  sed '{{{e rm x' => shell rm x
  sed 'p;e rm x' => shell rm x
  sed 's/a/b/;1!G;h;$!d;w out' a => reads a; writes out
  sed --sandbox 'w out' a => reads a
  sed -i s/a/b/ a b => reads a; reads b; writes a; writes b
  sed -ni p a => reads a; writes a
  sed -Ei s/a/b/ a => reads a; writes a
  sed --in-pl p a => reads a; writes a
  sed --in-place=.bak p d/a => reads d/a; writes d/a; writes d/a.bak
  sed -i.bak s/a/b/ a => reads a; writes a; writes a.bak
  sed -i'old_*' p d/a => reads d/a; writes d/a; writes d/old_a
  sed -ibak/* p d/a => reads d/a; writes d/a; doubt dynamic-word
  sed -i'bak/*' p d/a => reads d/a; writes d/a; writes bak/a
  sed -f prog a => reads prog; reads a; doubt unknown-script
  sed "s/a/$x/" a => reads a; doubt dynamic-word
  sed $x a => reads a; doubt dynamic-word
  sed -n 1p "$f" => reads ?; doubt dynamic-word
  sed -n 1p -- "$f" => reads ?
  sed -n 1p "src/$f" => reads ?
  sed -n 1p * => reads *; doubt dynamic-word
  sed -n 1p src/*.ts => reads src/*.ts
  sed 's/a/b' a => reads a; doubt unknown-script
  sed 'k' a => reads a; doubt unknown-script
  sed 's/a/b/z' a => reads a; doubt unknown-script
  sed --zzz p a => reads a; doubt unknown-option
  sed --version => nothing
  gsed -i p a => reads a; writes a
  `,
)
