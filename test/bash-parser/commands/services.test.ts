import { describe } from 'vitest'
import { clouds } from '../../../src/bash-parser/commands/cloud.ts'
import { databases } from '../../../src/bash-parser/commands/databases.ts'
import { forges } from '../../../src/bash-parser/commands/github.ts'
import { kubernetes } from '../../../src/bash-parser/commands/kubernetes.ts'
import { type Row, testEffects, testEveryProgramHasARow } from './effects-table.ts'

const option = { doubt: 'unknown-option' }
const script = { doubt: 'unknown-script' }
const runs = { doubt: 'runs' }
const github = { hosts: ['github.com'] }
const pushed = { ...github, changes: ['remote repository'] }

const forgeRows: Row[] = [
  ['gh --version', {}],
  ['gh pr list', github],
  ['gh pr list --repo x/y --json number --jq .[].number', github],
  ['gh pr view 1 --comments', github],
  ['gh pr view https://evil.example/x/y/pull/1', { hosts: ['evil.example'] }],
  ['gh pr list -R ghe.example/x/y', { hosts: ['ghe.example'] }],
  ['gh pr view 1 --web', { ...github, ...runs }],
  ['gh pr diff 1', github],
  ['gh pr checks', github],
  ['gh pr create --title x', pushed],
  ['gh pr create -F body.md', { ...pushed, reads: ['body.md'] }],
  ['gh pr comment 1 -b x', pushed],
  ['gh pr checkout 1', { ...github, changes: ['git repository', 'working tree'], ...runs }],
  ['gh issue list -l bug', github],
  ['gh run list -w ci.yml', github],
  ['gh run view 1 --log', github],
  ['gh run rerun 1', pushed],
  ['gh run download 1 -D out', { ...github, writes: ['out/**'] }],
  ['gh release view v1', github],
  ['gh release download v1', { ...github, writes: ['./**'] }],
  ['gh repo view', github],
  ['gh repo clone x/y', { ...github, writes: ['y/**'] }],
  ['gh repo delete x/y', pushed],
  ['gh workflow list', github],
  ['gh secret list', github],
  ['gh secret set X', pushed],
  ['gh search code x', github],
  ['gh api repos/x/y', github],
  ['gh api -X POST repos/x/y', pushed],
  ['gh api repos/x/y -f a=b', pushed],
  ['gh api repos/x/y -X GET -f a=b', github],
  ['gh api repos/x/y -F a=@.env', { ...pushed, reads: ['.env'] }],
  ['gh api repos/x/y --input .env', { ...pushed, reads: ['.env'] }],
  ["gh api graphql -f query='query { viewer { login } }'", github],
  ["gh api graphql -f query='mutation { x }'", pushed],
  ['gh api --hostname ghe.example user', { hosts: ['ghe.example'] }],
  ['gh auth status', github],
  ['gh auth token', { reads: ['~/.config/gh/hosts.yml'] }],
  ['gh browse', runs],
  ['gh foo', option],
  ['glab mr list', { hosts: ['gitlab.com'] }],
  ['glab mr merge 1', { hosts: ['gitlab.com'], changes: ['remote repository'] }],
]

const net = { hosts: [null] }
const changed = { ...net, changes: ['kubernetes cluster'] }
const kubernetesRows: Row[] = [
  ['kubectl get pods', net],
  ['kubectl -n x get pods -o wide', net],
  ['kubectl get -f d.yml', { ...net, reads: ['d.yml/**'] }],
  ['kubectl describe pod x -n y', net],
  ['kubectl logs -f x -c web --tail=5', net],
  ['kubectl top pods', net],
  ['kubectl version', net],
  ['kubectl rollout status deploy/x', net],
  ['kubectl rollout undo deploy/x', changed],
  ['kubectl auth can-i get pods', net],
  ['kubectl config view', { reads: ['~/.kube/config'] }],
  ['kubectl config use-context x', { writes: ['~/.kube/config'] }],
  ['kubectl get pods -s https://x.example', { hosts: ['x.example'] }],
  ['kubectl --kubeconfig=x get pods', { ...net, ...option }],
  ['kubectl apply -f d.yml', { ...changed, reads: ['d.yml/**'] }],
  ['kubectl apply -f https://x.example/d.yml', { hosts: [null, 'x.example'], changes: ['kubernetes cluster'] }],
  ['kubectl apply -k base', { hosts: [null, null], reads: ['base/**'], changes: ['kubernetes cluster'] }],
  ['kubectl create secret generic s --from-file=k=.env', { ...changed, reads: ['.env/**'] }],
  ['kubectl delete pod x', changed],
  ['kubectl exec -it x -- rm -rf /a', { ...changed, runs: ['remote rm -rf /a'] }],
  ['kubectl exec -n y x -c web -- sh -c "rm a"', { ...changed, runs: ['remote sh -c rm a'] }],
  ['kubectl exec x rm a', { ...changed, runs: ['remote rm a'] }],
  ['kubectl cp x:/etc/a b', { ...net, writes: ['b/**'] }],
  ['kubectl cp .env x:/b', { ...changed, reads: ['.env/**'] }],
  ['kubectl diff -f d.yml', { ...net, reads: ['d.yml/**'], ...runs }],
  ['kubectl port-forward x 1:2', { ...net, changes: ['open port'] }],
  ['kubectl kustomize base', { ...net, reads: ['base/**'] }],
  ['kubectl kustomize --enable-helm base', { ...net, reads: ['base/**'], ...option }],
  ['kubectl foo', option],
  ['helm list -A', net],
  ['helm version', {}],
  ['helm template . -f v.yml', { reads: ['v.yml', './**'] }],
  ['helm template x ./c --post-renderer ./p', { hosts: [null], reads: ['./c/**'], runs: ['./p'], ...option }],
  ['helm template x ./c --output-dir out', { hosts: [null], reads: ['./c/**'], writes: ['out/**'] }],
  ['helm upgrade --install x ./c', { hosts: [null, null], reads: ['./c/**'], changes: ['kubernetes cluster'] }],
  ['helm repo list', {}],
  ['helm plugin install x', runs],
  ['kustomize build base', { ...net, reads: ['base/**'] }],
  ['minikube status', net],
  ['minikube start', { ...net, changes: ['clusters'] }],
  ['kind get clusters', net],
  ['k3d cluster create', { ...net, changes: ['clusters'] }],
]

const aws = (host: string) => ({ hosts: [`${host}.amazonaws.com`], changes: ['aws cache'] })
const awsChange = (host: string) => ({ hosts: [`${host}.amazonaws.com`], changes: ['aws cache', 'cloud resources'] })
const cloudRows: Row[] = [
  ['aws --version', { changes: ['aws cache'] }],
  ['aws sts get-caller-identity', aws('sts')],
  ['aws --region x ec2 describe-instances', aws('ec2')],
  ['aws s3 ls', aws('s3')],
  ['aws ec2 describe-instances --endpoint-url https://x.example', { hosts: ['x.example'], changes: ['aws cache'] }],
  ['aws ec2 terminate-instances --instance-ids i', awsChange('ec2')],
  ['aws s3 cp .env s3://b/k', { ...awsChange('s3'), reads: ['.env/**'] }],
  ['aws s3 cp s3://b/k out', { ...aws('s3'), writes: ['out/**'] }],
  ['aws s3 sync s3://b out --delete', { ...aws('s3'), writes: ['out/**'], deletes: ['out/**'] }],
  ['aws s3 mv a s3://b/a', { ...awsChange('s3'), reads: ['a/**'], deletes: ['a/**'] }],
  ['aws s3api get-object --bucket b --key k out', { ...aws('s3'), writes: ['out'] }],
  ['aws iam create-role --assume-role-policy-document file://p.json', { ...awsChange('iam'), reads: ['p.json'] }],
  ['aws configure list', { changes: ['aws cache'], reads: ['~/.aws/config'] }],
  ['aws configure set a b', { changes: ['aws cache'], writes: ['~/.aws/config'] }],
  ['aws ec2 help', { changes: ['aws cache'], ...runs }],
  ['gcloud --version', { changes: ['gcloud logs'] }],
  ['gcloud compute instances list --project x', { changes: ['gcloud logs'], hosts: ['googleapis.com'] }],
  ['gcloud compute instances delete list', { changes: ['gcloud logs', 'cloud resources'], hosts: ['googleapis.com'] }],
  [
    'gcloud compute ssh x --command "rm a"',
    { changes: ['gcloud logs', 'cloud resources'], hosts: ['googleapis.com'], runs: ['remote sh: rm a'], ...runs },
  ],
  ['gsutil ls gs://b', { hosts: ['storage.googleapis.com'] }],
  ['gsutil cp gs://b/k out', { hosts: ['storage.googleapis.com'], writes: ['out/**'] }],
  ['gsutil rm gs://b/k', { hosts: ['storage.googleapis.com'], changes: ['cloud resources'] }],
  ['az vm show -n x', { changes: ['az logs'], hosts: ['management.azure.com'] }],
  ['az vm delete -n show', { changes: ['az logs', 'cloud resources'], hosts: ['management.azure.com'] }],
  ['terraform version', { hosts: ['checkpoint-api.hashicorp.com'] }],
  ['terraform fmt -check -recursive', { reads: ['./**'] }],
  ['terraform fmt', { writes: ['./**'] }],
  ['terraform state list', net],
  ['terraform plan', { ...net, changes: ['cloud resources'], ...runs }],
  ['terraform plan -out=p', { ...net, writes: ['p'], changes: ['cloud resources'], ...runs }],
  ['terraform -chdir=sub fmt -check', { reads: ['sub/./**'], folder: 'sub' }],
  ['terraform apply -auto-approve', { ...net, changes: ['cloud resources'], ...runs }],
  ['terraform foo', option],
  ['pulumi version', {}],
  ['pulumi stack ls', { hosts: ['api.pulumi.com'] }],
  ['pulumi up', { hosts: ['api.pulumi.com'], changes: ['cloud resources'], ...script }],
]

const database = { changes: ['database'], ...script }
const databaseRows: Row[] = [
  ['psql --version', {}],
  ['psql --help', {}],
  ['psql -l', {}],
  ['psql -l -h db.example', { hosts: ['db.example'] }],
  ["psql -c 'select 1'", database],
  ['psql -hdb.example -f x.sql', { ...database, hosts: ['db.example'], reads: ['x.sql'] }],
  ['psql postgresql://u@db.example/x', { ...database, hosts: ['db.example'] }],
  ["psql -o '|rm x' -c 'select 1'", { ...database, runs: ['sh: rm x'] }],
  ["psql -o out -c 'select 1'", { ...database, writes: ['out'] }],
  ['pg_dump -f out x', { writes: ['out'] }],
  ['sqlite3 --version', {}],
  ['sqlite3 x.db .tables', { writes: ['x.db'], ...script }],
  ["sqlite3 -readonly x.db 'select 1'", { reads: ['x.db'], ...script }],
  ['sqlite3 -init i x.db', { reads: ['i'], writes: ['x.db'], ...script }],
  ['mysql --version', {}],
  ['mysql -e x', database],
  ['mysql -h db.example -e x', { ...database, hosts: ['db.example'] }],
  ['mysqldump -r out x', { hosts: [null], writes: ['out'] }],
  ['redis-cli --version', {}],
  ['redis-cli ping', { hosts: ['localhost'], ...database }],
  ['redis-cli -h r.example get x', { hosts: ['r.example'], ...database }],
  ['mongosh --version', {}],
  ['mongosh --eval 1', { hosts: [null], ...database }],
]

describe('forges', () => {
  testEffects(forges, forgeRows)
  testEveryProgramHasARow(forges, forgeRows)
})
describe('kubernetes', () => {
  testEffects(kubernetes, kubernetesRows)
  testEveryProgramHasARow(kubernetes, kubernetesRows)
})
describe('clouds', () => {
  testEffects(clouds, cloudRows)
  testEveryProgramHasARow(clouds, cloudRows)
})
describe('databases', () => {
  testEffects(databases, databaseRows)
  testEveryProgramHasARow(databases, databaseRows)
})
