/** Command lines as coding agents write them, all of them plain enough to be known. */
export const agentLines: readonly string[] = [
  `git status --short && git diff --stat`,
  `git add -A && git commit -m "fix: handle empty input" && git push origin HEAD`,
  `git commit -m "$(cat <<'EOF'
feat(parser): read here-documents

- bodies with $(dollar) and \`backticks\` stay literal
- "quotes" don't matter, (nor parentheses)

Co-Authored-By: Someone <someone@example.com>
EOF
)"`,
  `git commit --amend -m "$(cat <<EOF
chore: bump version to $VERSION
EOF
)"`,
  `gh pr create --title "Add lexer" --body "$(cat <<'EOF'
## Summary
- adds a lexer; it's fast
- fixes #12

## Test plan
- [x] \`npm test\`
EOF
)"`,
  `cat > src/index.ts <<'EOF'
export const x = \`\${1 + 1}\`
console.log("it's", x)
EOF`,
  `cat <<EOF > .env.example
HOME_DIR=$HOME
PORT=3000
EOF
cat .env.example`,
  `python3 - <<'PY'
import json, sys
data = json.load(open("package.json"))
print(data["name"], data.get('version'))
PY`,
  `python3 << 'EOF' > out.txt 2>&1
for i in range(3):
    print(f"{i}: {i ** 2}")
EOF`,
  `node --input-type=module -e '
import fs from "node:fs"
const names = fs.readdirSync(".").filter((n) => !n.startsWith("."))
console.log(names.join("\\n"))
'`,
  'for f in *.ts; do echo "== $f"; head -5 "$f"; done',
  'for f in src/*.js; do mv "$f" "${f%.js}.ts"; done',
  `for dir in packages/*/; do
  name=$(basename "$dir")
  echo "building $name"
  (cd "$dir" && npm run build --silent) || echo "failed: $name" >> failures.log
done`,
  'for i in 1 2 3; do curl -s "http://localhost:3000/health?try=$i" && break; sleep 1; done',
  'for i in {1..5}; do echo "run $i"; npm test -- --seed "$i" | tail -1; done',
  'for i in $(seq 1 10); do printf "%s " "$((i * i))"; done; echo',
  'for ((i = 0; i < 5; i++)); do echo "item $i"; done',
  'while read -r line; do echo "> $line"; done < input.txt',
  `find . -name '*.md' -print0 | while IFS= read -r -d '' file; do
  wc -l "$file"
done`,
  `until curl -sf http://localhost:8080/ready > /dev/null; do
  sleep 0.5
done
echo ready`,
  '[[ -f package.json ]] && jq -r .name package.json',
  '[[ -d node_modules ]] || npm ci',
  'if [ -f .env ]; then cat .env; else echo "no env" >&2; exit 1; fi',
  `if [[ "$(uname)" == "Darwin" ]]; then
  brew list
elif [[ -n "$WSL_DISTRO_NAME" && ! -e /etc/arch-release ]]; then
  echo wsl
else
  apt list --installed 2>/dev/null | head
fi`,
  'if ! command -v rg >/dev/null 2>&1; then echo "no ripgrep"; fi',
  'if git diff --quiet; then echo clean; else echo dirty; fi',
  'if grep -q "TODO" src/main.ts; then grep -n "TODO" src/main.ts; fi',
  'test -d dist && rm -rf dist; mkdir -p dist && cp -r public/* dist/',
  '[ -z "$CI" ] && echo local || echo ci',
  '[[ $branch =~ ^feature/([a-z-]+)$ ]] && echo "${BASH_REMATCH[1]}"',
  '[[ "$OSTYPE" == linux* ]] && nproc',
  `case "$1" in
  start|run) npm start ;;
  stop)
    pkill -f "node server.js"
    ;;
  *) echo "usage: $0 {start|stop}" >&2; exit 2 ;;
esac`,
  `case $(uname -m) in x86_64) arch=amd64 ;; aarch64|arm64) arch=arm64 ;; esac; echo "$arch"`,
  `build() {
  local target="$1"
  echo "building $target"
  npm run "build:$target"
}
build web && build api`,
  'greet() { echo "hello $1"; }; greet world',
  `function cleanup {
  rm -f "$tmp"
}
tmp=$(mktemp)
trap cleanup EXIT
echo data > "$tmp"`,
  'ls -la | head -20',
  "ls -lt src/ | awk '{print $9, $5}' | column -t",
  'cat package.json | grep -A5 \'"scripts"\'',
  'grep -rn "useEffect" src --include="*.tsx" | wc -l',
  'grep -rnE "(foo|bar)\\(" src/ | cut -d: -f1 | sort -u',
  'rg -n "class \\w+Error" -g "*.ts" -g "!*.test.ts" | head -50',
  "find . -type f -name '*.log' -mtime +7 -exec rm {} \\;",
  "find . -path ./node_modules -prune -o -name '*.json' -print",
  'find src -name "*.ts" -not -name "*.d.ts" | xargs wc -l | sort -rn | head -10',
  "find . \\( -name '*.jpg' -o -name '*.png' \\) -size +1M -exec ls -lh {} + 2>/dev/null",
  "sed -n '10,40p' src/app.ts",
  "sed -i 's/foo/bar/g; s/baz$/qux/' src/*.ts",
  'sed -i.bak -e "s|http://old|https://new|" config.yml && diff config.yml.bak config.yml',
  "awk -F, 'NR > 1 { sum += $3 } END { print sum / (NR - 1) }' data.csv",
  "awk '/^## /{p=0} /^## Usage/{p=1} p' README.md",
  'sort -t, -k2 -n data.csv | uniq -c | sort -rn | head',
  'cut -f1 -d" " access.log | sort | uniq -c | sort -rn | head -20',
  `jq '.dependencies | keys[]' package.json`,
  `jq -r '.[] | select(.state == "open") | "\\(.number)\\t\\(.title)"' issues.json`,
  'jq --arg v "$VERSION" \'.version = $v\' package.json > tmp.json && mv tmp.json package.json',
  `curl -s https://api.github.com/repos/foo/bar/releases/latest | jq -r '.tag_name'`,
  `curl -X POST http://localhost:3000/api/users \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Ann", "tags": ["a", "b"]}'`,
  'curl -sSL -o /tmp/tool.tar.gz "https://example.com/tool-${VERSION}.tar.gz" && tar xzf /tmp/tool.tar.gz -C /tmp',
  'curl -s -w "\\n%{http_code}\\n" -o /dev/null http://localhost:3000/',
  'wget -qO- https://example.com/install.sh | sh -s -- --yes',
  'npm test 2>&1 | tail -30',
  'npm run lint -- --fix && npm run typecheck',
  'npm install --save-dev vitest@latest @types/node',
  'npx tsc --noEmit -p tsconfig.json 2>&1 | grep -v node_modules | head -40',
  'npx vitest run src/lexer.test.ts --reporter=verbose 2>&1 | tail -50',
  'npx prettier --check "src/**/*.{ts,tsx}" || true',
  'pnpm -r --filter "./packages/*" build',
  'yarn workspace @app/web add react@18 && yarn dedupe',
  'cd /tmp && git clone --depth 1 https://github.com/foo/bar && cd bar && ls',
  'cd backend && source .venv/bin/activate && pytest -x -q',
  'cd "$(git rev-parse --show-toplevel)" && make test',
  '(cd frontend && npm run build) && (cd backend && go build ./...)',
  'pushd packages/core >/dev/null && npm run build && popd >/dev/null',
  'export NODE_ENV=production; node server.js',
  'export PATH="$HOME/.local/bin:$PATH" && which poetry',
  'NODE_ENV=test DEBUG=app:* npm test',
  'FOO=bar BAZ="q u x" ./run.sh --flag',
  'env -u HTTP_PROXY FOO=1 node app.js',
  'VERSION=$(node -p "require(\'./package.json\').version"); echo "v$VERSION"',
  'BRANCH=$(git branch --show-current) && echo "on $BRANCH" && git log --oneline "origin/main..$BRANCH"',
  'COMMIT=$(git rev-parse --short HEAD)\nTAG="app:$COMMIT"\ndocker build -t "$TAG" . && docker push "$TAG"',
  'DIR=build; mkdir -p $DIR && cp -r src $DIR/',
  'start=$(date +%s); npm run build; end=$(date +%s); echo "took $((end - start))s"',
  'count=$(grep -c "error" build.log); if [ "$count" -gt 0 ]; then echo "$count errors"; fi',
  'files=$(git diff --name-only HEAD~1); for f in $files; do echo "$f"; done',
  'files=(src/*.ts); echo "${#files[@]} files: ${files[*]}"',
  'arr=(one two "three four"); for x in "${arr[@]}"; do echo "$x"; done',
  'declare -A ports=([web]=80 [api]=8080); for k in "${!ports[@]}"; do echo "$k ${ports[$k]}"; done',
  'set -euo pipefail\nnpm ci\nnpm run build\nnpm test',
  `set -e
# build everything
for p in a b c; do
  echo "--- $p"
  make -C "$p" all   # quiet
done`,
  '#!/bin/bash\nset -eu\necho "start"\nls -1 | sort\n',
  'docker ps --format "table {{.Names}}\\t{{.Status}}"',
  'docker exec -it app-db psql -U postgres -c "select count(*) from users;"',
  'docker run --rm -v "$PWD:/work" -w /work node:20 npm test',
  'docker compose up -d && docker compose logs --tail=50 api',
  "docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' web",
  'docker images -q --filter dangling=true | xargs -r docker rmi',
  "kubectl get pods -n prod -o jsonpath='{.items[*].metadata.name}'",
  'kubectl logs -l app=api --since=1h | grep -i error | tail -20',
  `kubectl apply -f - <<'EOF'
apiVersion: v1
kind: ConfigMap
metadata:
  name: demo
EOF`,
  'helm upgrade --install api ./chart --set image.tag="$(git rev-parse --short HEAD)" --wait',
  'terraform plan -out=tfplan && terraform show -json tfplan | jq .resource_changes',
  "aws s3 ls s3://bucket/prefix/ --recursive | awk '{sum+=$3} END {print sum}'",
  'gcloud run services list --format="value(metadata.name)" --region=europe-west1',
  'ssh deploy@host "cd /srv/app && git pull && systemctl restart app"',
  'rsync -avz --delete --exclude node_modules ./ user@host:/srv/app/',
  'scp -r dist/ user@host:~/app/',
  'psql "$DATABASE_URL" -c "\\dt" | head',
  `psql -h localhost -U postgres <<SQL
select id, name from users where name like '%a%' limit 5;
SQL`,
  'sqlite3 app.db "select * from users limit 5;"',
  'redis-cli --scan --pattern "session:*" | head',
  'go test ./... -run TestParse -count=1 -v 2>&1 | grep -E "^(---|ok|FAIL)"',
  'go build -o bin/app ./cmd/app && ./bin/app --help',
  'cargo build --release 2>&1 | tail -5; ls -la target/release',
  'RUST_BACKTRACE=1 cargo test --lib -- --nocapture parse',
  'python -m pytest tests/ -k "not slow" --tb=short -q | tail -20',
  'python3 -c "import sys; print(sys.version)"',
  `python3 -c "
import os
for k, v in sorted(os.environ.items()):
    print(k, '=', v)
"`,
  'pip install -r requirements.txt --quiet && pip list --outdated',
  'python3 -m venv .venv && . .venv/bin/activate && pip install -e ".[dev]"',
  'poetry run python manage.py migrate --noinput',
  'bundle exec rspec spec/models --format documentation',
  'mvn -q -DskipTests package && java -jar target/app.jar &',
  './gradlew test --tests "com.example.*Test" --info',
  'make clean all -j"$(nproc)" 2>&1 | tee build.log',
  'cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build -j8',
  'ps aux | grep "[n]ode" | awk \'{print $2}\' | xargs -r kill',
  'lsof -i :3000 -t | xargs kill -9 2>/dev/null; npm run dev &',
  'nohup node server.js > server.log 2>&1 &\necho $!',
  'npm run dev > /tmp/dev.log 2>&1 & sleep 5; tail -20 /tmp/dev.log',
  'timeout 30 npm start || echo "timed out: $?"',
  'sleep 2 && curl -s localhost:3000 | head -c 500',
  'kill $(cat server.pid) && rm server.pid',
  'pkill -f "vite" || true',
  'df -h | grep -v tmpfs && du -sh * | sort -h | tail',
  'du -sh node_modules .git 2>/dev/null',
  'free -m; uptime; cat /proc/cpuinfo | grep "model name" | uniq',
  'history | tail -50 | cut -c 8-',
  'chmod +x scripts/*.sh && ./scripts/setup.sh --yes',
  'ln -sf "$(pwd)/config/dev.json" config/current.json',
  'tar czf backup-$(date +%Y%m%d).tar.gz --exclude=node_modules .',
  'unzip -o release.zip -d /tmp/release && ls /tmp/release',
  'mkdir -p src/{components,hooks,utils} tests && touch src/index.ts',
  'cp config.example.json config.json && chmod 600 config.json',
  'mv old-name.ts new-name.ts; git add -A; git status',
  'echo "export const version = \'1.0.0\'" > src/version.ts',
  'echo -e "line1\\nline2" >> notes.txt && cat notes.txt',
  "printf '%s\\n' 'first' 'second' > list.txt",
  'printf "%-20s %s\\n" name value',
  'echo "PATH is $PATH" | tr ":" "\\n"',
  'echo $((2 ** 10)) $((16#ff))',
  'diff <(sort a.txt) <(sort b.txt)',
  'diff -u <(git show HEAD:src/a.ts) src/a.ts | head -40',
  'comm -13 <(ls a | sort) <(ls b | sort)',
  'paste -d, <(cut -f1 a.tsv) <(cut -f2 b.tsv) > joined.csv',
  'tee -a log.txt <<< "done at $(date)"',
  'base64 -d <<< "aGVsbG8=" && echo',
  'grep -q "^$USER:" /etc/passwd && id "$USER"',
  'xargs -a files.txt -I{} cp {} /tmp/out/',
  "git ls-files '*.ts' | xargs -n 20 npx eslint --quiet",
  'git log --pretty=format:"%h %an %s" --since="2 weeks ago" | head -20',
  'git log -p -S"parseCommand" --all -- "*.ts" | head -100',
  'git diff HEAD~3 -- src/ | grep "^[+-]" | grep -v "^[+-][+-]" | wc -l',
  'git stash push -m "wip: lexer" && git checkout main && git pull --rebase && git stash pop',
  'git branch --merged | grep -v "\\*\\|main" | xargs -n 1 git branch -d',
  'git for-each-ref --sort=-committerdate --format="%(refname:short) %(committerdate:relative)" refs/heads | head',
  'git rebase -i HEAD~3 --autosquash </dev/null || git rebase --abort',
  "git grep -n 'TODO\\|FIXME' -- ':!vendor'",
  'git show HEAD:package.json | jq .version',
  'git worktree add ../review "$(git merge-base main HEAD)" && ls ../review',
  'git tag -a "v1.2.3" -m "release 1.2.3" && git push --tags',
  'git config user.name && git remote -v',
  'gh pr view 12 --json title,body,files | jq -r ".files[].path"',
  'gh api repos/{owner}/{repo}/issues --paginate -q ".[].title"',
  'gh run list --limit 5 && gh run view --log-failed | tail -50',
  'gh issue list --label bug --state open --json number,title --jq \'.[] | "#\\(.number) \\(.title)"\'',
  'gh pr checks --watch || gh pr view --web',
  'openssl rand -hex 32 | tee secret.txt',
  "ssh-keygen -t ed25519 -f /tmp/key -N '' -C test <<< y",
  'date -u +"%Y-%m-%dT%H:%M:%SZ"',
  'node -e "console.log(process.version, process.arch)"',
  "node -e 'const {a, ...rest} = {a: 1, b: 2}; console.log(rest)'",
  'node --test --test-reporter=spec test/*.test.js',
  'deno run --allow-net=api.example.com main.ts; bun test',
  'time npm run build',
  '! grep -rq "console.log" src && echo "no logs left"',
  'command -v docker &>/dev/null && docker --version',
  'type -a python3; which -a node; hash -r',
  'shopt -s globstar nullglob; for f in src/**/*.test.ts; do echo "$f"; done',
  '{ echo "# Report"; date; git log --oneline -5; } > report.md',
  '{ npm run build && npm test; } 2>&1 | tee all.log',
  'tail -f /var/log/syslog & pid=$!; sleep 3; kill "$pid"',
  'wait; echo "all done: $?"',
  'exec 3>&1; echo "to three" >&3; exec 3>&-',
  'read -r first rest <<< "a b c"; echo "$first|$rest"',
  'IFS=, read -ra parts <<< "a,b,c"; printf "%s\\n" "${parts[@]}"',
  'mapfile -t lines < list.txt; echo "${#lines[@]}"',
  'name="world"; echo "hello ${name^}, ${name:0:3}, ${name/o/0}"',
  'path=/a/b/c.tar.gz; echo "${path##*/} ${path%%.*} ${path%/*}"',
  'echo "${1:-default} ${DEBUG:+debugging} ${PORT:=3000}"',
  'x=5; while (( x > 0 )); do echo "$x"; ((x--)); done',
  'i=0; while [ $i -lt 3 ]; do echo "$i"; i=$((i+1)); done',
  'total=0; for n in 1 2 3; do total=$((total + n)); done; echo "$total"',
  'for pair in a:1 b:2; do IFS=: read -r k v <<< "$pair"; echo "$k=$v"; done',
  'for s in api web worker; do docker compose logs --tail=5 "$s" 2>&1 | sed "s/^/[$s] /"; done',
  'for pid in $(pgrep node); do ps -p "$pid" -o pid,etime,cmd; done',
  'seq 1 100 | shuf | head -5 | sort -n | paste -sd+ | bc',
  "perl -pi -e 's/\\bfoo\\b/bar/g' src/*.ts && git diff --stat",
  'ruby -e \'puts Dir["*.rb"].sort\'',
  "tree -L 2 -I 'node_modules|dist' . | head -40",
  'stat -c "%n %s" package.json && file dist/app && md5sum dist/*',
  'export GIT_PAGER=cat; git log -3; unset GIT_PAGER',
  'sudo systemctl status nginx --no-pager | head -15; sudo journalctl -u nginx -n 20 --no-pager',
  `cat <<'EOF' | sudo tee /etc/app.conf > /dev/null
[app]
port = 80
EOF`,
  `cat >> README.md <<'MD'

## Usage

\`\`\`sh
npm start -- --port 3000
\`\`\`
MD
tail -8 README.md`,
  `cat > a.txt <<'A' && cat > b.txt <<'B'
first
A
second
B
wc -l a.txt b.txt`,
  `ssh host bash -s <<'EOF'
set -e
cd /srv && ls
EOF`,
  `if true; then
  cat <<-'EOF' > script.sh
	#!/bin/sh
	echo "$1"
	EOF
  chmod +x script.sh
fi`,
  `node <<'EOF'
const fs = require('fs')
const text = fs.readFileSync('a.txt', 'utf8').replace(/\\$\\{(\\w+)\\}/g, (_, k) => process.env[k] ?? '')
fs.writeFileSync('b.txt', text)
EOF
echo "exit: $?"`,
]
