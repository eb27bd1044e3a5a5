import { clouds } from '../../../src/bash-parser/commands/cloud.ts'
import { testPrograms } from '../../support/test-programs.ts'

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
  aws configure list => doubt reads-outside; changes aws cache
  aws configure set a b => changes aws configuration; changes aws cache
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
  terraform version => host checkpoint-api.hashicorp.com; changes settings
  terraform fmt -check -recursive => reads ./**; changes settings
  terraform fmt => writes ./**; changes settings
  terraform state list => host ?; changes settings
  terraform plan => host ?; changes settings; changes cloud resources; doubt runs
  aws s3api put-object --bucket b --body ./f => reads ./f; host s3.amazonaws.com; changes aws cache; changes cloud resources
  gcloud storage cp f gs://b => reads f/**; host googleapis.com; changes gcloud logs; changes cloud resources; changes cloud resources
  az storage blob upload -f ./f => reads ./f; host management.azure.com; changes az logs; changes cloud resources
  terraform state push ./s => reads ./s; host ?; changes settings; changes terraform state
  terraform plan -out=p => writes p; host ?; changes settings; changes cloud resources; doubt runs
  terraform -chdir=sub fmt -check => reads sub/./**; changes settings
  terraform apply -auto-approve => host ?; changes settings; changes cloud resources; doubt runs
  terraform foo => changes settings; doubt unknown-option
  pulumi version => nothing
  pulumi stack ls => host api.pulumi.com
  pulumi up => host api.pulumi.com; changes cloud resources; doubt unknown-script
`,
)
