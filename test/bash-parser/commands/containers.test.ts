import { containerPrograms } from '../../../src/bash-parser/commands/containers.ts'
import { testPrograms } from '../../support/test-programs.ts'

testPrograms(
  containerPrograms,
  `
  docker => nothing
  docker --version => nothing
  docker --help => nothing
  docker version => nothing
  docker info => nothing
  docker ps => nothing
  docker ps -a => nothing
  docker ps -aq --filter status=exited --format '{{.Names}}' => nothing
  docker ps --zzz-unknown => nothing
  docker images => nothing
  docker images --help => nothing
  docker image ls --digests => nothing
  docker container ls -a => nothing
  docker inspect x y => nothing
  docker inspect --format '{{.State.Status}}' x => nothing
  docker inspect "$C" => nothing
  docker logs x => nothing
  docker logs -f --tail 100 x => nothing
  docker logs -n5 x => nothing
  docker stats --no-stream => nothing
  docker top x -ef => nothing
  docker port x 80 => nothing
  docker diff x => nothing
  docker history --no-trunc x => nothing
  docker network ls => nothing
  docker network inspect bridge => nothing
  docker volume ls -q => nothing
  docker volume inspect v => nothing
  docker system df -v => nothing
  docker context ls => nothing
  docker buildx ls => changes docker configuration
  docker compose -f oci://ghcr.io/a/b config --services => host ghcr.io
  docker compose ps => nothing
  docker compose -f dev.yml -p x ps --services => reads dev.yml
  docker compose logs -f web => nothing
  docker compose ls => nothing
  docker compose version => nothing
  docker compose config --services => nothing
  docker-compose ps => nothing
  docker save x => nothing
  docker export x => nothing

  docker -H tcp://127.0.0.1:1 ps => doubt unknown-option
  docker -Htcp://127.0.0.1:1 ps => doubt unknown-option
  docker --host=tcp://10.0.0.1 ps => doubt unknown-option
  docker --context x ps => doubt unknown-option
  docker -c x ps => doubt unknown-option
  docker --config /tmp/c ps => doubt unknown-option
  docker --tlscacert ca.pem ps => doubt unknown-option
  docker inspect --zzz-unknown => doubt unknown-option
  docker logs -o z => doubt unknown-option
  docker foo => doubt unknown-option
  docker image foo => doubt unknown-option
  docker compose config => reads .env
  docker compose config -o out.yml -q => writes out.yml
  docker compose --env-file .env.prod ps => reads .env.prod
  docker compose --project-directory sub config => reads sub/.env
  docker compose foo => doubt unknown-option
  docker exec -it web ls -la / => runs ls -la /; changes containers
  docker exec -e A=b --user root web sh -c "rm x" => runs sh -c rm x; changes containers
  docker container exec web rm x => runs rm x; changes containers
  docker compose exec -T web rm x => runs rm x; changes containers
  docker compose run --rm web npm test => runs npm test; changes containers
  docker run --rm alpine => changes containers
  docker run --rm -v /etc:/h alpine cat /h/x => reads /etc/**; writes /etc/**; runs cat /h/x; changes containers
  docker run -v ./src:/src:ro alpine => reads ./src/**; changes containers
  docker run -v data:/data alpine => changes containers
  docker run -v "$PWD":/w alpine => reads ?/**; writes ?/**; changes containers
  docker run --mount type=bind,src=/etc,dst=/h alpine => reads /etc/**; writes /etc/**; changes containers
  docker run --mount type=bind,source=/etc,target=/h,readonly alpine => reads /etc/**; changes containers
  docker run --mount source=data,target=/h alpine => changes containers
  docker run --privileged alpine => changes containers; doubt unknown-option
  docker secret create x file => reads file/**; changes swarm
  docker compose config --environment => reads .env; doubt environment
  docker compose wait x --down-project => changes containers
  docker config create x - => changes swarm
  docker context import x f => reads f/**; changes docker configuration
  docker plugin create x dir => reads dir/**; changes docker plugins
  docker buildx bake -f b.hcl => reads b.hcl; changes container images
  docker run --env-file .env alpine env => reads .env; runs env; changes containers
  docker run --cidfile id alpine => writes id; changes containers
  docker run --entrypoint sh alpine -c ls => runs -c ls; runs sh -c ls; changes containers
  docker run -itd --zzz alpine => changes containers; doubt unknown-option
  docker cp web:/etc/passwd out => writes out/**
  docker cp .env web:/tmp => reads .env/**; changes containers
  docker cp web:/x - => nothing
  docker build . => reads ./**; changes container images
  docker build -t x -f Dockerfile.dev --iidfile id src => reads Dockerfile.dev; reads src/**; writes id; changes container images
  docker build https://github.com/a/b.git => host github.com; changes container images
  docker build -o out . => reads ./**; changes container images; doubt unknown-option
  docker save -o x.tar img => writes x.tar
  docker save -ox.tar img => writes x.tar
  docker load -i x.tar => reads x.tar; changes container images
  docker export --output=x.tar web => writes x.tar
  docker import x.tar => reads x.tar; changes container images
  docker import http://x.example/i.tar => host x.example; changes container images
  docker pull alpine => host docker.io; changes container images
  docker pull ghcr.io/a/b:1 => host ghcr.io; changes container images
  docker push localhost:5000/a => host localhost; changes container images
  docker search nginx => host docker.io
  docker login ghcr.io -u x => host ghcr.io; changes docker configuration
  docker stop -t 5 web => changes containers
  docker rm -f web => changes containers
  docker rmi x => changes container images
  docker system prune -af => changes containers
  docker volume rm v => changes docker volumes
  docker compose up -d => changes containers
  docker compose down -v => changes containers
  docker-compose up => changes containers
  docker stack deploy -c s.yml x => reads s.yml; changes swarm
  podman ps => changes podman storage
  podman --url ssh://x ps => changes podman storage; doubt unknown-option
  podman --connection x ps => changes podman storage; doubt unknown-option
  podman exec web rm x => runs rm x; changes containers; changes podman storage
`,
)
