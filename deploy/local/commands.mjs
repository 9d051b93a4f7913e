/** The commands of package.json by their name here: what each runs, how it is called and what it is for. */
export const commands = {
  start: {
    script: 'deploy/local/src/start.ts',
    usage: 'npm start [-- --one-process]',
    purpose: `Starts Usher with a MongoDB and a RabbitMQ of its own, until Ctrl-C.
  --one-process  Runs the gateway and all services in one process
Settings from the environment: docs/settings.md.`,
  },
  test: {
    script: 'deploy/local/src/test.ts',
    usage: 'npm test [-- PATTERN… --watch --all --attacks --nightly --one-process]',
    purpose: `Runs the checks and the tests on servers of its own. The last line is "N passed, N failed".
  PATTERN        Runs only test files whose path contains it, without the checks
  --watch        Runs tests again when a file changes
  --all          Adds the slow tests, as npm run test:all does
  --attacks      Runs only the tests that play an attack, as npm run test:attacks does
  --nightly      Runs only the tests that install much, measure or simulate long, as npm run test:nightly does
  --one-process  Tests against Usher in one process
Other options go to Jest.`,
  },
  check: {
    script: 'deploy/local/src/check.ts',
    usage: 'npm run check',
    purpose:
      'Checks types, lint, dependency rules, unused code, versions of the API, licences and known vulnerabilities.',
  },
  mutations: {
    script: 'node_modules/@stryker-mutator/core/bin/stryker.js',
    usage: 'npm run test:mutations [-- --mutate FILE…]',
    purpose: `Makes small changes to the pure rooms (stryker.config.mjs), one at a time, and reports those that no unit test notices.
  --mutate FILE  Changes only these files; other options go to Stryker`,
  },
  sdk: {
    script: 'clients/node/tools/generate.ts',
    usage: 'npm run sdk',
    purpose:
      'Generates the types and methods of the Node SDK from the contracts, as every command does when they have changed.',
  },
  'sdk:pack': {
    script: 'clients/node/tools/pack/main.ts',
    usage: 'npm run sdk:pack -- FOLDER [node|python|go|cli|n8n…]',
    purpose: `Writes the SDKs, the command line and the nodes for n8n into a folder as they are published: tarballs for npm, a
wheel and a Go module.
  node, python, go, cli, n8n  Only these; Python needs Python 3.10 and PyPI, Go needs Go 1.25`,
  },
  'api:baseline': {
    script: 'deploy/local/src/api-changes/main.ts',
    usage: 'npm run api:baseline',
    purpose: `Writes what the newest version of the API promises to contracts/baselines, for npm run check to compare with.
Run it on a release: from then on, what it has must stay.`,
  },
  words: {
    script: 'deploy/local/src/words/main.ts',
    usage: 'npm run words',
    purpose:
      'Takes new and changed texts into the catalogues of all languages, and lists those to translate.',
  },
  bench: {
    script: 'tests/bench/src/main.ts',
    usage: 'npm run bench [-- NAME… --seconds N --rounds N --venue FILE --seed N]',
    purpose:
      'Measures Usher against its peers, on servers of its own. tests/bench/README.md lists the benchmarks.',
  },
  ops: {
    script: 'deploy/local/src/ops-cli.ts',
    usage: 'npm run ops -- [--service NAME] COMMAND [OPTION…]',
    purpose: 'Runs an operator command beside the running Usher. docs/operations.md lists the commands.',
  },
  'compose:secrets': {
    script: 'deploy/compose/src/secrets.ts',
    usage: 'npm run compose:secrets',
    purpose: 'Creates the secrets that docker compose up needs, where there are none yet.',
  },
  'test:compose': {
    script: 'deploy/compose/src/check/main.ts',
    usage: 'npm run test:compose',
    purpose: 'Builds the images and tries docker-compose.yml on the Docker engine that answers.',
  },
  'bench:compare': {
    script: 'tests/bench/src/compare/main.ts',
    usage: 'npm run bench:compare -- COMMIT [--only PATH,… --rounds N]',
    purpose: 'Compares the processor time of the hot paths with that of an older commit.',
  },
  'bench:board': {
    script: 'tests/e2e/dashboard/board-bench/main.ts',
    usage: 'npm run bench:board [-- ROUNDS]',
    purpose: 'Measures how long the queue board takes to become usable.',
  },
  screenshots: {
    script: 'tests/e2e/dashboard/screenshots.ts',
    usage: 'npm run screenshots -- FOLDER [NAME]',
    purpose: `Takes pictures of every page, at three widths and in both themes, into FOLDER.
  NAME  Takes only pages whose name begins with it`,
  },
  faults: {
    script: 'tests/faults/src/faults.ts',
    usage: 'npm run test:faults [-- --minutes 10 --only TEXT]',
    purpose: 'Harms servers and services one after another under load, and checks that nothing is lost.',
  },
  replicas: {
    script: 'tests/faults/src/replicas.ts',
    usage: 'npm run test:replicas',
    purpose: 'Checks that three of each service share the work and can be replaced under load.',
  },
  soak: {
    script: 'tests/faults/src/soak.ts',
    usage: 'npm run test:soak [-- --minutes 30]',
    purpose: 'Runs Usher under a steady load and checks that memory does not grow.',
  },
  fuzz: {
    script: 'tests/e2e/fuzz/main.ts',
    usage: 'npm run test:fuzz [-- key|token|session… --examples 30 --seed 1 --paths REGEX]',
    purpose: 'Runs Schemathesis over the public API with each kind of credential.',
  },
}
