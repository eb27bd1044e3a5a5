import type { Program } from './program.ts'

/** GNU coreutils 9.1, from their manual pages. */
export const coreutils: readonly Program[] = [
  {
    names: ['cat'],
    options:
      '-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting --help --version',
    operands: ['read'],
  },
]
