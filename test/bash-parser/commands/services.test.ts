import { describe } from 'vitest'
import { clouds } from '../../../src/bash-parser/commands/cloud.ts'
import { databases } from '../../../src/bash-parser/commands/databases.ts'
import { forges } from '../../../src/bash-parser/commands/github.ts'
import { kubernetes } from '../../../src/bash-parser/commands/kubernetes.ts'
import { testPrograms } from '../../support/test-programs.ts'

describe('forges', () =>
  testPrograms(
    forges,
    `
  gh --version => nothing
  gh pr list => host github.com
  gh pr list --repo x/y --json number --jq .[].number => host github.com
  gh pr view 1 --comments => host github.com
  gh pr view https://evil.example/x/y/pull/1 => host evil.example
  gh pr list -R ghe.example/x/y => host ghe.example
  gh pr view 1 --web => host github.com; doubt runs
  gh pr diff 1 => host github.com
  gh pr checks => host github.com
  gh pr create --title x => host github.com; changes remote repository
  gh pr create -F body.md => reads body.md; host github.com; changes remote repository
  gh pr comment 1 -b x => host github.com; changes remote repository
  gh pr checkout 1 => host github.com; changes git repository; changes working tree; doubt runs
  gh issue list -l bug => host github.com
  gh run list -w ci.yml => host github.com
  gh run view 1 --log => host github.com
  gh run rerun 1 => host github.com; changes remote repository
  gh run download 1 -D out => writes out/**; host github.com
  gh release view v1 => host github.com
  gh release download v1 => writes ./**; host github.com
  gh repo view => host github.com
  gh repo clone x/y => writes y/**; host github.com
  gh repo delete x/y => host github.com; changes remote repository
  gh workflow list => host github.com
  gh secret list => host github.com
  gh secret set X => host github.com; changes remote repository
  gh search code x => host github.com
  gh api repos/x/y => host github.com
  gh api -X POST repos/x/y => host github.com; changes remote repository
  gh api repos/x/y -f a=b => host github.com; changes remote repository
  gh api repos/x/y -X GET -f a=b => host github.com
  gh api repos/x/y -F a=@.env => reads .env; host github.com; changes remote repository
  gh api repos/x/y --input .env => reads .env; host github.com; changes remote repository
  gh api graphql -f query='query { viewer { login } }' => host github.com
  gh api graphql -f query='mutation { x }' => host github.com; changes remote repository
  gh api --hostname ghe.example user => host ghe.example
  gh auth status => host github.com
  gh auth token => reads ~/.config/gh/hosts.yml
  gh browse => doubt runs
  gh foo => doubt unknown-option
  glab mr list => host gitlab.com
  glab mr merge 1 => host gitlab.com; changes remote repository
`,
  ))

describe('kubernetes', () =>
  testPrograms(
    kubernetes,
    `
  kubectl get pods => host ?
  kubectl -n x get pods -o wide => host ?
  kubectl get -f d.yml => reads d.yml/**; host ?
  kubectl describe pod x -n y => host ?
  kubectl logs -f x -c web --tail=5 => host ?
  kubectl top pods => host ?
  kubectl version => host ?
  kubectl rollout status deploy/x => host ?
  kubectl rollout undo deploy/x => host ?; changes kubernetes cluster
  kubectl auth can-i get pods => host ?
  kubectl config view => reads ~/.kube/config
  kubectl config use-context x => writes ~/.kube/config
  kubectl get pods -s https://x.example => host x.example
  kubectl --kubeconfig=x get pods => host ?; doubt unknown-option
  kubectl apply -f d.yml => reads d.yml/**; host ?; changes kubernetes cluster
  kubectl apply -f https://x.example/d.yml => host ?; host x.example; changes kubernetes cluster
  kubectl apply -k base => reads base/**; host ?; host ?; changes kubernetes cluster
  kubectl create secret generic s --from-file=k=.env => reads .env/**; host ?; changes kubernetes cluster
  kubectl delete pod x => host ?; changes kubernetes cluster
  kubectl exec -it x -- rm -rf /a => host ?; runs rm -rf /a; changes kubernetes cluster
  kubectl exec -n y x -c web -- sh -c "rm a" => host ?; runs sh -c rm a; changes kubernetes cluster
  kubectl exec x rm a => host ?; runs rm a; changes kubernetes cluster
  kubectl cp x:/etc/a b => writes b/**; host ?
  kubectl cp .env x:/b => reads .env/**; host ?; changes kubernetes cluster
  kubectl diff -f d.yml => reads d.yml/**; host ?; doubt runs
  kubectl port-forward x 1:2 => host ?; changes open port
  kubectl kustomize base => reads base/**; host ?
  kubectl kustomize --enable-helm base => reads base/**; host ?; doubt unknown-option
  kubectl foo => doubt unknown-option
  helm list -A => host ?
  helm version => nothing
  helm template . -f v.yml => reads ./**; reads v.yml
  helm template x ./c --post-renderer ./p => reads ./c/**; host ?; runs ./p; doubt unknown-option
  helm template x ./c --output-dir out => reads ./c/**; writes out/**; host ?
  helm upgrade --install x ./c => reads ./c/**; host ?; host ?; changes kubernetes cluster
  helm repo list => nothing
  helm plugin install x => doubt runs
  kustomize build base => reads base/**; host ?
  minikube status => host ?
  minikube start => host ?; changes clusters
  kind get clusters => host ?
  k3d cluster create => host ?; changes clusters
`,
  ))

describe('clouds', () =>
  testPrograms(
    clouds,
    `
  aws --version => changes aws cache
  aws sts get-caller-identity => host sts.amazonaws.com; changes aws cache
  aws --region x ec2 describe-instances => host ec2.amazonaws.com; changes aws cache
  aws s3 ls => host s3.amazonaws.com; changes aws cache
  aws ec2 describe-instances --endpoint-url https://x.example => host x.example; changes aws cache
  aws ec2 terminate-instances --instance-ids i => host ec2.amazonaws.com; changes aws cache; changes cloud resources
  aws s3 cp .env s3://b/k => reads .env/**; host s3.amazonaws.com; changes aws cache; changes cloud resources
  aws s3 cp s3://b/k out => writes out/**; host s3.amazonaws.com; changes aws cache
  aws s3 sync s3://b out --delete => writes out/**; deletes out/**; host s3.amazonaws.com; changes aws cache
  aws s3 mv a s3://b/a => reads a/**; deletes a/**; host s3.amazonaws.com; changes aws cache; changes cloud resources; changes cloud resources
  aws s3api get-object --bucket b --key k out => writes out; host s3.amazonaws.com; changes aws cache
  aws iam create-role --assume-role-policy-document file://p.json => reads p.json; host iam.amazonaws.com; changes aws cache; changes cloud resources
  aws configure list => reads ~/.aws/config; changes aws cache
  aws configure set a b => writes ~/.aws/config; changes aws cache
  aws ec2 help => changes aws cache; doubt runs
  gcloud --version => changes gcloud logs
  gcloud compute instances list --project x => host googleapis.com; changes gcloud logs
  gcloud compute instances delete list => host googleapis.com; changes cloud resources; changes gcloud logs
  gcloud compute ssh x --command "rm a" => host googleapis.com; shell rm a; changes cloud resources; changes gcloud logs; doubt runs
  gsutil ls gs://b => host storage.googleapis.com
  gsutil cp gs://b/k out => writes out/**; host storage.googleapis.com
  gsutil rm gs://b/k => host storage.googleapis.com; changes cloud resources
  az vm show -n x => host management.azure.com; changes az logs
  az vm delete -n show => host management.azure.com; changes az logs; changes cloud resources
  terraform version => host checkpoint-api.hashicorp.com
  terraform fmt -check -recursive => reads ./**
  terraform fmt => writes ./**
  terraform state list => host ?
  terraform plan => host ?; changes cloud resources; doubt runs
  terraform plan -out=p => writes p; host ?; changes cloud resources; doubt runs
  terraform -chdir=sub fmt -check => reads sub/./**
  terraform apply -auto-approve => host ?; changes cloud resources; doubt runs
  terraform foo => doubt unknown-option
  pulumi version => nothing
  pulumi stack ls => host api.pulumi.com
  pulumi up => host api.pulumi.com; changes cloud resources; doubt unknown-script
`,
  ))

describe('databases', () =>
  testPrograms(
    databases,
    `
  psql --version => nothing
  psql --help => nothing
  psql -l => nothing
  psql -l -h db.example => host db.example
  psql -c 'select 1' => changes database; doubt unknown-script
  psql -hdb.example -f x.sql => reads x.sql; host db.example; changes database; doubt unknown-script
  psql postgresql://u@db.example/x => host db.example; changes database; doubt unknown-script
  psql -o '|rm x' -c 'select 1' => shell rm x; changes database; doubt unknown-script
  psql -o out -c 'select 1' => writes out; changes database; doubt unknown-script
  pg_dump -f out x => writes out
  sqlite3 --version => nothing
  sqlite3 x.db .tables => writes x.db; doubt unknown-script
  sqlite3 -readonly x.db 'select 1' => reads x.db; doubt unknown-script
  sqlite3 -init i x.db => reads i; writes x.db; doubt unknown-script
  mysql --version => nothing
  mysql -e x => changes database; doubt unknown-script
  mysql -h db.example -e x => host db.example; changes database; doubt unknown-script
  mysqldump -r out x => writes out; host ?
  redis-cli --version => nothing
  redis-cli ping => host localhost; changes database; doubt unknown-script
  redis-cli -h r.example get x => host r.example; changes database; doubt unknown-script
  mongosh --version => nothing
  mongosh --eval 1 => host ?; changes database; doubt unknown-script
`,
  ))
