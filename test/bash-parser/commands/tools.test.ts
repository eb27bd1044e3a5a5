import { tools } from '../../../src/bash-parser/commands/tools.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  tools,
  `
  shellcheck --version => nothing
  shellcheck a.sh => reads a.sh; doubt unknown-option
  shellcheck --version a.sh => reads a.sh; doubt unknown-option
  shfmt -w a.sh => reads a.sh; writes a.sh; doubt unknown-option
  shfmt a.sh => reads a.sh; doubt unknown-option
  hadolint Dockerfile => reads Dockerfile; doubt unknown-option
  yamllint --config-file=c.yml a.yml => reads c.yml; reads a.yml; doubt unknown-option
  clang-format -i a.c => reads a.c; writes a.c; doubt unknown-option
  clang-format --version => nothing
  pandoc a.md -o a.html => reads a.md; writes a.html; doubt unknown-option
  pandoc a.md --output=a.html => reads a.md; writes a.html; doubt unknown-option
  ffmpeg -version => nothing
  ffmpeg -i a.mp4 b.mp4 => reads a.mp4; reads b.mp4; writes b.mp4; doubt unknown-option
  ffprobe -version => nothing
  convert a.png b.png => reads a.png; reads b.png; writes b.png; doubt unknown-option
  identify a.png => reads a.png; doubt unknown-option
  cpp --version => nothing
  m4 a.m4 => reads a.m4; doubt unknown-option
  ld --version => nothing
  as --version => nothing
  as -v => doubt unknown-option
  ld -o out a.o => reads a.o; writes out; doubt unknown-option
  strip --version => nothing
  strip a.out => reads a.out; writes a.out; doubt unknown-option
  objcopy a b => reads a; reads b; writes a; writes b; writes b; doubt unknown-option
  pg_restore a.dump => reads a.dump; doubt unknown-option
  rclone copy a remote:b => reads copy; reads a; reads remote:b; writes remote:b; doubt unknown-option
  unrar x a.rar out => reads x; reads a.rar; reads out; writes out; doubt unknown-option
  strip "$x" => reads ?; writes ?; doubt unknown-option
  `,
)
