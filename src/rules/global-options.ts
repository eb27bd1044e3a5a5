import { takesValue } from '../bash-parser/commands/canonical.ts'

/**
 * Programs that a sub-command steers, and of the options in front of it those that take the next word and stand in no
 * table of the program (from their help and manuals).
 */
const steered = new Map(
  `argocd: --server --auth-token --config
   aws:
   az: -o --output --query --subscription
   brew:
   bun: --cwd -c --config --env-file -F --filter
   bundle: --gemfile -r --retry
   cargo: -C --config --color -Z
   composer: -d --working-dir
   conda:
   doctl: -t --access-token -c --config -o --output --context -u --api-url
   docker:
   docker compose: -f --file -p --project-name --profile --env-file --project-directory --ansi --progress --parallel
   dotnet: --fx-version --additionalprobingpath --roll-forward
   firebase: -P --project --token --account -c --config
   fly: -a --app -c --config -t --access-token -o --org
   flyctl: -a --app -c --config -t --access-token -o --org
   gcloud: --project --account --configuration --format --verbosity --impersonate-service-account --billing-project --flags-file --access-token-file
   gh: -R --repo
   git: -C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source
   glab: -R --repo
   go:
   gradle: -p --project-dir -b --build-file -c --settings-file -I --init-script -g --gradle-user-home -x --exclude-task --max-workers --console
   gradlew: -p --project-dir -b --build-file -c --settings-file -I --init-script -g --gradle-user-home -x --exclude-task --max-workers --console
   helm:
   heroku: -a --app -r --remote
   hg: -R --repository --cwd --config --encoding
   jj: -R --repository --config --color --at-op --at-operation
   kubectl:
   make:
   mvn: -f --file -P --activate-profiles -s --settings -gs --global-settings -pl --projects -rf --resume-from -T --threads -l --log-file -t --toolchains
   netlify: --auth --site --filter
   npm: --otp --tag
   oc:
   pip: --proxy
   pip3: --proxy
   pnpm: -C --dir -F --filter --filter-prod --loglevel --reporter --store-dir
   podman:
   poetry: -C --directory -P --project
   pulumi: -C --cwd --color --tracing --profiling
   rustup:
   supabase: --workdir --profile -o --output --network-id
   svn: --username --password --config-dir --config-option
   systemctl:
   terraform:
   tofu:
   uv: --config-file --cache-dir --allow-insecure-host
   vercel: -S --scope -t --token --cwd -A --local-config -Q --global-config -T --team
   wrangler: -c --config -e --env --cwd
   yarn: --cwd --cache-folder --modules-folder --registry --mutex`
    .split('\n')
    .map((line): [string, ReadonlySet<string>] => {
      const [name = '', ...options] = line.trim().split(/:? /)
      return [name.replace(/:$/, ''), new Set(options)]
    }),
)

/** The words from the sub-command on, for programs that are steered by options in front of it; null when there are none. */
export function withoutGlobalOptions(name: string, words: readonly string[]): readonly string[] | null {
  const at = steered.has(name) ? optionsAt(name, name, words) : 0
  return at === 0 ? null : words.slice(at)
}

/** Sub-commands that have sub-commands of their own; of `aws`, `gcloud` and `az` every one is a group. */
const groups = new Set(
  `bun run, docker builder, docker compose, docker container, docker image, docker network, docker system, docker volume,
   gh issue, gh pr, gh release, gh repo, gh run, gh secret, gh workflow, git remote, git stash, git submodule, git worktree,
   glab mr, glab repo, helm repo, kubectl config, kubectl rollout, npm run, npm run-script, pnpm run, podman container,
   podman image, podman volume, terraform state, terraform workspace, tofu state, tofu workspace, yarn run, yarn workspace`
    .split(',')
    .map((text) => text.trim()),
)
const groupsOnly = new Set(['aws', 'az', 'gcloud'])

/** The same without the options behind a group of sub-commands too: `npm run -s x` is `npm run x`; null when there are none of either. */
export function withoutOptions(name: string, words: readonly string[]): readonly string[] | null {
  const rest = withoutGlobalOptions(name, words) ?? words
  const [verb, ...after] = rest
  const place = `${name} ${verb}`
  const at = groups.has(place) || groupsOnly.has(name) ? optionsAt(name, place, after) : 0
  if (at > 0) return [verb as string, ...after.slice(at)]
  return rest === words ? null : rest
}

/** How many words in front are options and their values. */
function optionsAt(name: string, place: string, words: readonly string[]): number {
  // `cargo +nightly publish` names a toolchain where others have their options.
  const isOption = (word: string) => word.startsWith('-') || (name === 'cargo' && word.startsWith('+'))
  const takesNext = (word: string) =>
    steered.get(name)?.has(word) || steered.get(place)?.has(word) || takesValue(name, word)
  let at = 0
  for (let word = words[at]; word !== undefined && isOption(word); word = words[at]) {
    at += !word.includes('=') && takesNext(word) ? 2 : 1
  }
  return at
}
