import type { Assignment } from './script.ts'

/**
 * Variables that change how a program prints or how much it logs, never what it runs, reads or writes. The reference
 * client strips the same ones in front of a command (recorded behaviour).
 */
const harmless = new Set(
  `NODE_ENV TZ TERM NO_COLOR FORCE_COLOR COLORTERM CHARSET COLUMNS LINES CI RUST_LOG RUST_BACKTRACE GOOS GOARCH CGO_ENABLED
   GO111MODULE GOEXPERIMENT PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTEST_DISABLE_PLUGIN_AUTOLOAD LANG LANGUAGE LC_ALL
   LC_TIME LC_CTYPE LC_COLLATE LC_NUMERIC LC_MESSAGES LS_COLORS GREP_COLORS GREP_COLOR TIME_STYLE BLOCK_SIZE BLOCKSIZE
   ANTHROPIC_API_KEY`
    .trim()
    .split(/\s+/),
)

/** Variables of which one value does no harm: nothing is paged, no lock is taken, nobody is asked (git(1)). */
const harmlessValues: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
}

/** Locale values that need no file of the user's making (`LC_ALL=../x` would). */
const locale = /^(C|POSIX|[A-Za-z]{2}(_[A-Za-z]{2})?)(\.[Uu][Tt][Ff]-?8)?$/
/** A time zone is a name below the system's folder; so spelled it is a file of the user's own making. */
const zoneFile = /^[/:]/
/** Characters that are themselves to the shell and to every program. */
const plain = /^[A-Za-z0-9_./:-]*$/

/** Whether `NAME=value` in front of a command is certain not to change what the command does. */
export function isHarmlessAssignment(assignment: Assignment): boolean {
  const { name, append, subscript, array, value } = assignment
  if (append || subscript !== null || array !== null) return false
  const text = value === null ? '' : value.value
  return text !== null && isHarmlessExport(name, text)
}

/** Whether `export NAME=value` is certain not to change what later commands do: the same names and values. */
export function isHarmlessExport(name: string, value: string): boolean {
  if (Object.hasOwn(harmlessValues, name)) return harmlessValues[name] === value
  return (
    harmless.has(name) &&
    plain.test(value) &&
    !value.includes('..') &&
    (name !== 'TZ' || !zoneFile.test(value)) &&
    // A list of languages names files below the system's folder; with a slash in it, others.
    (name !== 'LANGUAGE' || !value.includes('/')) &&
    (!/^(LANG$|LC_(?!TIME))/.test(name) || value === '' || locale.test(value))
  )
}

/** Whether a prefix may be stripped before an allow rule is compared: as the client does, and written without quotes. */
export function isStrippableAssignment(assignment: Assignment): boolean {
  const text = assignment.value?.text ?? ''
  return (
    text !== '' && text === assignment.value?.value && harmless.has(assignment.name) && isHarmlessAssignment(assignment)
  )
}

/**
 * Names whose mere value makes the shell or a later program run, load or read something: search paths, loaders,
 * start-up files, pagers and editors, proxies, special shell variables (bash(1); spec/bash.md 4.5).
 */
const special =
  /^(PATH|IFS|ENV|HOME|CDPATH|GLOBIGNORE|EXECIGNORE|FUNCNEST|OPTIND|OPTARG|RANDOM|SECONDS|SRANDOM|LINENO|HISTCMD|EPOCHSECONDS|SHELL|SHELLOPTS|BASHOPTS|PS[0-9]|PWD|OLDPWD|TMPDIR|MAILPATH|HISTFILE|INPUTRC|POSIXLY_CORRECT|EDITOR|VISUAL|BROWSER|DISPLAY|KUBECONFIG|DATABASE_URL|MAKEFLAGS|CFLAGS|CC|CXX|LD|PERL5LIB|PERL5OPT|CLASSPATH|USER|UID|EUID|PPID|GROUPS|HOSTFILE|IGNOREEOF|TIMEFORMAT|auto_resume|histchars)$|^(BASH_|LD_|DYLD_|GIT_|SSH_|LESS|MAN|PYTHON|PERL|RUBY|NODE_|NPM_|npm_|JAVA_|_JAVA_|JDK_|GCC_|MAKE|TAR_|GREP_|RIPGREP_|GO|CARGO|RUST|DOCKER_|AWS_|XDG_|COMP_|HIST|GLIBC|MALLOC_|UV_|PIP_|CURL_|WGET|GPG|DBUS_|SYSTEMD_|DOTNET_|COREPACK_|YARN_|PNPM_|DENO_|BUN_)|PAGER|EDITOR|ASKPASS|_COMMAND$|_proxy$|_PROXY$|_OPTS$|_OPTIONS$|_CONFIG$|PRELOAD/

/** Whether giving a shell variable a value can change what later commands do, though nothing exports it here. */
export function isSpecialVariable(name: string): boolean {
  return special.test(name) && !harmless.has(name)
}

/** Variables whose value another program hands to a shell as a command line (git(1), less(1), man(1), bash(1), rsync(1)). */
const commandVariables =
  /^(GIT_(SSH_COMMAND|EXTERNAL_DIFF|EDITOR|SEQUENCE_EDITOR|PAGER|PROXY_COMMAND|ASKPASS|SSH)|EDITOR|VISUAL|PAGER|MANPAGER|SYSTEMD_PAGER|BAT_PAGER|DELTA_PAGER|LESSOPEN|LESSCLOSE|BROWSER|PROMPT_COMMAND|RSYNC_RSH|SSH_ASKPASS|SUDO_ASKPASS|SUDO_EDITOR|FCEDIT|PS[0124])$/

/** Whether programs run the value of this variable as a command line. */
export function isCommandVariable(name: string): boolean {
  return commandVariables.test(name)
}

/** Variables that make a program read a script or settings that can name any command (bash(1), git(1), tar(1)). */
const scriptVariables =
  /^(BASH_ENV|ENV|BASH_FUNC_.*|GIT_CONFIG.*|TAR_OPTIONS|GIT_EXEC_PATH|LD_PRELOAD|LD_AUDIT|PERL5OPT|RUBYOPT|NODE_OPTIONS|PYTHONSTARTUP|MAKEFLAGS|MAKEFILES)$/

/** Whether a program takes commands of its own from this variable, in a form that is not read here. */
export function isScriptVariable(name: string): boolean {
  return scriptVariables.test(name)
}

/** Builtins whose arguments may be assignments, arrays among them. */
export const declarations: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'export', 'readonly'])
