import { diffs } from '../../../src/bash-parser/commands/diff.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  diffs,
  `
  diff a b => reads a/**L; reads b/**L
  diff -u a b => reads a/**L; reads b/**L
  diff -r a b => reads a/**L; reads b/**L
  diff -r --no-dereference a b => reads a/**; reads b/**
  diff --from-file a b => reads a/**L; reads b/**L
  diff -qr -x node_modules a b => reads a/**L; reads b/**L
  diff -X skip a b => reads skip; reads a/**L; reads b/**L
  diff --from-file=a b c => reads a/**L; reads b/**L; reads c/**L
  diff -l a b => reads a/**L; reads b/**L; runs pr …
  diff --output=z a b => reads a/**L; reads b/**L
  diff -U5 a b => reads a/**L; reads b/**L
  diff * => reads */**L
  diff --help => nothing
  colordiff a b => reads a/**L; reads b/**L; runs diff a b
  colordiff --help => runs diff
  cmp -s a b => reads a; reads b
  cmp -n 10 a b => reads a; reads b
  diff3 a b c => reads a; reads b; reads c; runs diff a b
  diff3 --diff-program=./x a b c => reads a; reads b; reads c; runs ./x …
  sdiff a b => reads a; reads b; runs diff a b
  sdiff -o out a b => reads a; reads b; writes out; runs diff a b; doubt runs
  patch -p1 => writes ./**
  patch -p1 -i x.diff => reads x.diff; writes ./**
  patch a x.diff => reads x.diff; writes a
  patch -d dir => writes dir/**
  patch --dry-run -p1 => reads ./**; changes temporary file
  patch -o out a x.diff => reads x.diff; reads a; writes out
  patch -e a => writes a; doubt unknown-option
  `,
)
