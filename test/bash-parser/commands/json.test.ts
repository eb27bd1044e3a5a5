import { json } from '../../../src/bash-parser/commands/json.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  json,
  String.raw`
  jq . => nothing
  jq . a b => reads a; reads b
  jq -r '.[] | select(.name == "env") | .env' a => reads a
  jq -r '.a | "\(.b) (\(.c | length))"' a => reads a
  jq '{env: .x, "include": 1}' a => reads a
  jq '.import' a => reads a
  jq -n 'env' => doubt environment
  jq -n '$ENV.HOME' => doubt environment
  jq -n '"\(env.HOME)"' => doubt environment
  jq -n '"\("\(env)")"' => doubt environment
  jq '.a | env.X' a => reads a; doubt environment
  jq '.. | env' a => reads a; doubt environment
  jq -n 'input_filename' a => reads a
  jq 'def f: 1; f' a => reads a
  jq 'include "m"; .' a => reads a; doubt unknown-script
  jq 'import "m" as m; .' a => reads a; doubt unknown-script
  jq -n '"m" | modulemeta' => doubt unknown-script
  jq '# env' a => reads a
  jq '"' a => reads a; doubt unknown-script
  jq '. # x \' a => reads a; doubt unknown-script
  jq --arg x "$y" '.a == $x' a => reads a
  jq --argjson x 1 .a a => reads a
  jq -n --rawfile x /etc/passwd '$x' => reads /etc/passwd
  jq --slurpfile x b '.' a => reads b; reads a
  jq -f prog a => reads prog; reads a; doubt unknown-script
  jq -nf prog => reads prog; doubt unknown-script
  jq --from-file prog a => reads prog; reads a; doubt unknown-script
  jq -L lib . a => reads lib/**; reads a
  jq --args . a b => nothing
  jq . a --args b => reads a
  jq -R --arg x --args . a => reads a
  jq -R . --arg --args y a => reads a
  jq --argjson --jsonargs 1 . a => reads a
  jq . a --args b --arg x --args c => reads a
  jq --jsonargs . 1 => nothing
  jq --indent 2 . a => reads a
  jq "$x" a => reads ?; reads a; doubt dynamic-word
  jq ".[$x]" a => reads a; doubt dynamic-word
  jq . "$f" => reads ?; reads ?
  jq --zzz . a => reads a
  jq --version => nothing
  yq . a.yaml => reads .; reads a.yaml; runs jq
  yq '.a | length' a.yaml => reads a.yaml; runs jq
  yq .env => reads .env; runs jq
  yq eval '.a[0]' a.yaml => reads a.yaml; runs jq
  yq -i '.a = 1' a.yaml => reads a.yaml; writes a.yaml; runs jq
  yq e -i '.a = 1' a.yaml => reads a.yaml; writes a.yaml; runs jq
  yq --inplace '.a = 1' a.yaml => reads a.yaml; writes a.yaml; runs jq
  yq -o json '.a | .b' a.yaml => reads a.yaml; runs jq
  yq 'load("b.yaml")' a.yaml => reads b.yaml; reads a.yaml; doubt unknown-script; runs jq
  yq --version => runs jq
  yq 'strenv(X)' a.yaml => reads a.yaml; doubt environment; runs jq
  yq '.a = env(X)' a.yaml => reads a.yaml; doubt environment; runs jq
  yq -s '.a' a.yaml => reads a.yaml; doubt unknown-option; runs jq
  xmllint --noout a.xml => reads a.xml
  xmllint --xpath '//a' a.xml => reads a.xml
  xmllint --format a.xml --output b.xml => reads a.xml; writes b.xml
  xmllint --schema s.xsd a.xml => reads s.xsd; reads a.xml; doubt unknown-script
  xmllint --schema http://h/s.xsd a.xml => host h; reads a.xml; doubt unknown-script
  xmllint --c14n a.xml => reads a.xml; doubt unknown-option
  xmllint file:///etc/passwd => reads /etc/passwd
  jaq . a.json => reads a.json
  jaq -i . a.json => reads a.json; doubt unknown-option
  jaq --in-place . a.json => reads a.json; doubt unknown-option
  jq --run-tests t => reads t; doubt unknown-option
  xmllint --noent a.xml => reads a.xml; doubt unknown-option
  xmllint http://example.com/a.xml => host example.com
  xmllint --shell a.xml => reads a.xml; doubt unknown-option
  json_pp -f json => nothing
  json_pp -f eval => doubt runs
  `,
)
