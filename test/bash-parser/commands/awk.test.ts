import { awk } from '../../../src/bash-parser/commands/awk.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  awk,
  String.raw`
  awk '{print $1}' a b => reads a; reads b
  awk -F: '{print $1}' a => reads a
  awk -F ', ' '{print $NF}' => nothing
  awk -v n=1 -v "m=$x" '$1 > n {print $2/m}' a => reads a
  awk '{print $1}' FS=: a => reads a
  awk 'NR>1 && /foo/ {n++} END {print n}' a => reads a
  awk '/a/,/b/' a => reads a
  awk '{a[$1]+=$2} END {for (k in a) printf "%s %d\n", k, a[k]}' a => reads a
  awk '{print $1/1024/1024 " MB"}' a => reads a
  awk '{print ($1 > 3) ? "a" : "b"}' a => reads a
  awk 'length($0) > 80 {print FILENAME ":" FNR}' a => reads a
  awk '!seen[$0]++' a => reads a
  awk 'BEGIN {while ((getline line) > 0) n++; print n}' => nothing
  awk '{gsub(/a\/b/, "x"); print}' a => reads a
  awk '{print > "/dev/stderr"}' a => reads a
  awk '{print "a" > "out"}' a => reads a; writes out
  awk '{print $1 >> "out"; print}' a => reads a; writes out
  awk '{printf("%s", $1) > "out"}' a => reads a; writes out
  awk '{print > $1".txt"}' a => reads a; writes ?
  awk '{print > f}' f=x a => reads a; writes ?
  awk 'BEGIN {system("rm x")}' => shell rm x
  awk 'BEGIN {system("rm " x)}' => doubt runs
  awk '{system ($0)}' a => reads a; doubt runs
  awk '{print | "sort -u"}' a => reads a; shell sort -u
  awk '{print | cmd}' a => reads a; doubt runs
  awk '{print | "sort" x}' a => reads a; doubt runs
  awk 'BEGIN {"date" | getline d; print d}' => shell date
  awk 'BEGIN {"da" "te" | getline d}' => doubt runs
  awk 'BEGIN {cmd | getline d}' => doubt runs
  gawk 'BEGIN {print "x" |& "cat"}' => shell cat
  awk 'BEGIN {while ((getline line < "b") > 0) n++}' => reads b
  awk 'BEGIN {while ((getline line < f) > 0) n++}' => reads ?
  awk 'BEGIN {getline < "b" x}' => reads ?
  awk 'BEGIN {getline x < "/inet/tcp/0/h/80"}' => reads ?
  awk 'BEGIN {ARGV[1] = "x"; ARGC = 2}' => reads ?
  awk 'BEGIN {print ENVIRON["HOME"]}' => doubt environment
  gawk '@load "filefuncs"; BEGIN {x()}' => doubt unknown-script
  gawk 'BEGIN {f = "system"; @f("x")}' => doubt unknown-script
  awk '/[/]/ {print}' a => reads a; doubt unknown-script
  awk '{print "unclosed}' a => reads a; doubt unknown-script
  awk 'BEGIN {if (1) /x/; system("id")}' => shell id
  awk '{x = a / b; system("rm y"); y = c / d}' a => reads a; shell rm y
  awk '{print "# system(" } # system("rm x")' a => reads a
  awk '{print "\"; system(\"rm x\")"}' a => reads a
  awk -f prog a => reads prog; reads a; doubt unknown-script
  awk "{print $x}" a => reads a; doubt dynamic-word
  awk "{print \$1}" a => reads a
  awk -v x=$x '{print}' a => reads a; doubt dynamic-word
  awk $x a => reads a; doubt dynamic-word
  gawk -i inplace '{print}' a => reads a; doubt unknown-option
  gawk -l fork 'BEGIN {fork()}' => doubt unknown-option
  gawk -E prog a => reads prog; reads a; doubt unknown-script
  gawk -e 'BEGIN {system("rm x")}' a => reads a; shell rm x
  gawk -o '{print}' a => reads a; doubt unknown-option
  gawk --profile=out '{print}' a => reads a; doubt unknown-option
  gawk --version -oout => doubt unknown-option
  awk -V -pout => doubt unknown-option
  mawk -W exec prog => doubt unknown-option
  awk '{print}' -f a => reads -f; reads a
  awk --version => nothing
  `,
)
