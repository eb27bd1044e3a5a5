import { kubernetes } from '../../../src/bash-parser/commands/kubernetes.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  kubernetes,
  `
  kubectl --help => nothing
  kubectl --disable-compression => host ?
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
  kubectl config view => doubt reads-outside
  kubectl config use-context x => changes kubernetes configuration
  kubectl get pods -s https://x.example => host x.example
  kubectl --kubeconfig=x get pods => reads x; host ?; doubt unknown-option
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
  helm env => doubt environment
  helm template . --validate => reads ./**; doubt unknown-option
  helm template . --dependency-update => reads ./**; doubt unknown-option
  helm template . --dry-run=server => reads ./**; doubt unknown-option
  helm template . --foo => reads ./**; doubt unknown-option
  helm lint . -f s3://b/v.yml => reads ./**; doubt runs
  helm template name ./c --set a=b => reads ./c/**
  helm show values redis => reads redis/**; host ?
  kubectl --profile=cpu options => host ?; doubt unknown-option
  kubectl options --foo => host ?; doubt unknown-option
  kubectl run x --image=y -- rm z => host ?; runs rm z; changes kubernetes cluster
  kubectl config use-context x --kubeconfig k => reads k; writes k; changes kubernetes configuration; doubt unknown-option
  kubectl cluster-info dump --output-directory=out => host ?; writes out/**
  helm template . -f v.yml => reads ./**; reads v.yml
  helm template x ./c --post-renderer ./p => reads ./c/**; runs ./p; doubt unknown-option
  helm template x ./c --output-dir out => reads ./c/**; writes out/**
  helm upgrade --install x ./c => reads ./c/**; host ?; changes kubernetes cluster
  helm repo list => nothing
  helm plugin install x => doubt runs
  kustomize build base => reads base/**; host ?
  minikube status => host ?
  minikube start => host ?; changes clusters
  kind get clusters => host ?
  k3d cluster create => host ?; changes clusters
`,
)
