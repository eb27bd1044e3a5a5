import { text } from '../../../src/bash-parser/commands/text.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  text,
  `
  cat => nothing
  cat a b => reads a; reads b
  cat -n a => reads a
  cat -o z => reads z
  cat *.txt => reads *.txt
  cat "$x" => reads ?
  cat --help => nothing
  tac -s , a => reads a
  nl -ba -v 5 a => reads a
  od -An -tx1 a => reads a
  od --format=x1 -N 16 a => reads a
  base64 a => reads a
  base64 -d -w 0 a => reads a
  base64 -i a -o out => reads a; writes out
  base64 * => reads *; doubt dynamic-word
  base32 a => reads a
  basenc --base64url a => reads a
  fmt -72 a => reads a
  fmt -w 72 a => reads a
  pr -2 -h title a => reads a
  pr +3 a => reads a
  fold -w 80 -s a => reads a
  fold -80 a => reads a
  head -5 a => reads a
  head -n 5 a b => reads a; reads b
  head -n $N a => reads ?; reads a
  head -n "$N" a => reads a
  head -c1k a => reads a
  tail -f log => reads log
  tail +2 a => reads a
  tail -n +2 a => reads a
  tail -100f a => reads a
  split a => reads a; writes x/**
  split a $x => doubt dynamic-word; reads a; writes ?/**
  split -l 100 a part- => reads a; writes part-/**
  split --filter='gzip > $FILE.gz' a => reads a; shell gzip > $FILE.gz
  csplit a /x/ => reads a; writes xx/**
  csplit -f out a 10 => reads a; writes out/**
  wc -l a b => reads a; reads b
  wc -l src/*.ts => reads src/*.ts
  wc --files0-from=list => reads list; doubt unknown-option
  wc --files0=list => reads list; doubt unknown-option
  sort a b => reads a; reads b
  sort -t o -k2,2n a => reads a
  sort -k 2 -t, a => reads a
  sort -o out a => writes out; reads a
  sort -oout a => writes out; reads a
  sort -uo out a => writes out; reads a
  sort -uoout a => writes out; reads a
  sort --outp out a => writes out; reads a
  sort a -o a => writes a; reads a
  sort -S 1k --compress-program=./c a => runs ./c …; reads a
  sort --compress-program=gzip a => runs gzip …; reads a
  sort -T /tmp/x a => writes /tmp/x/**; reads a
  sort --files0-from=list => reads list; doubt unknown-option
  sort *.txt => reads *.txt; doubt dynamic-word
  sort ./*.txt => reads ./*.txt
  sort -- *.txt => reads *.txt
  sort "$x" => reads ?; doubt dynamic-word
  sort -t"$sep" a => reads a; doubt dynamic-word
  sort -k $n a => reads a; doubt dynamic-word
  sort "src/$x" => reads ?
  sort src/$x => reads ?; doubt dynamic-word
  sort --zzz a => reads a; doubt unknown-option
  sort --help => nothing
  shuf -n 1 a => reads a
  shuf -e a b => nothing
  shuf -o out a => writes out; reads a
  uniq => nothing
  uniq -c a => reads a
  uniq a b => reads a; writes b
  uniq a - => reads a
  uniq -f 1 a b => reads a; writes b
  uniq a* => reads a*; doubt dynamic-word
  uniq "$x" => reads ?; doubt dynamic-word
  comm -12 a b => reads a; reads b
  tsort a => reads a
  ptx a => reads a
  ptx -G a b => doubt unknown-option
  cut -d: -f1 a => reads a
  cut -d"$d" -f1 a => reads a
  paste -sd, a b => reads a; reads b
  join -t, -1 2 a b => reads a; reads b
  tr a-z A-Z => nothing
  tr -d "$x" => nothing
  expand -t4 a => reads a
  unexpand -a a => reads a
  column -t -s, a => reads a
  column -o z a => reads a
  rev a => reads a
  colrm 1 4 => nothing
  look abc => nothing
  look s /etc/passwd => reads /etc/passwd
  look -f s words => reads words
  colcrt a => reads a
  hexdump -C a => reads a
  hexdump -f fmt a => reads fmt; reads a
  strings -n 8 a => reads a
  strings @list => doubt unknown-option; reads @list; reads list
  strings -n @list a => doubt unknown-option; reads a; reads list
  xxd a => reads a
  xxd -l 16 a => reads a
  xxd a b => reads a; writes b
  xxd -r a b => reads a; writes b
  xxd * => reads *; writes *; doubt dynamic-word
  xxd -cols 8 a => reads a
  bc -l a => reads a
  dc -e '2 2 + p' => nothing
  dc -e '!rm x' => doubt unknown-script
  dc => doubt unknown-script
  iconv -f utf8 -t latin1 a => reads a
  iconv -f utf8 -t utf8 -o out a => writes out; reads a
  dos2unix a => writes a
  dos2unix -i a => reads a
  dos2unix --info=c a => reads a
  dos2unix a -i => writes a; writes -i
  bat a => reads a
  bat -L => runs less
  bat cache --build => reads cache; changes settings folder; doubt unknown-option
  bat --pager=./x a => reads a; doubt unknown-option; shell ./x
  bat --pager ./x a => reads a; doubt unknown-option; shell ./x
  `,
)
