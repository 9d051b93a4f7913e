import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Demo, runAttached, runMain, SetupError } from '@usher/local'
import { pythonWith } from '../python/environment.ts'
import { startOwnUsher } from '../stack.ts'
import { CREDENTIALS, type Credential, type CredentialName, credentialOf } from './credentials.ts'

/**
 * `npm run test:fuzz`: runs Schemathesis against the public API, with each kind of credential and all of its checks.
 *
 * Usage: npm run test:fuzz [-- key|token|session …] [--examples 30] [--seed 1] [--paths REGEX]
 */
await runMain(async ({ signal }) => {
  const { values, positionals } = parseArgs({
    options: {
      examples: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      paths: { type: 'string' },
    },
    allowPositionals: true,
  })
  const names = CREDENTIALS.filter((name) => positionals.length === 0 || positionals.includes(name))
  if (names.length < positionals.length) throw new SetupError(`Credentials are ${CREDENTIALS.join(', ')}.`)
  const python = await pythonWith(join(import.meta.dirname, 'requirements.txt'), signal)
  // Lets hooks.py use many addresses: a single one is blocked after some requests without a credential.
  await using usher = await startOwnUsher({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  const { demo } = usher
  const failed: CredentialName[] = []
  for (const name of names) {
    console.log(`\nWith a ${name}`)
    const args = argumentsOf(demo, await credentialOf[name](demo), values)
    const env = { ...process.env, PYTHONPATH: import.meta.dirname, SCHEMATHESIS_HOOKS: 'hooks' }
    if ((await runAttached(python, args, { env, signal })) !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? 'Nothing found.' : `Something was found with: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}, 130)

/** Checks that hooks.py replaces, and one that cannot apply: a header sent with every request is never missing. */
function leftOut(headers: Credential['headers']): string[] {
  const always = ['positive_data_acceptance']
  return 'x-csrf-token' in headers ? [...always, 'missing_required_header'] : always
}

function argumentsOf(
  { url }: Demo,
  { headers, paths, without }: Credential,
  { examples, seed, paths: asked = paths }: { examples: string; seed: string; paths?: string },
): string[] {
  return [
    ...['-m', 'schemathesis.cli'],
    `--config-file=${join(import.meta.dirname, 'schemathesis.toml')}`,
    'run',
    `${url}/openapi.json`,
    `--url=${url}`,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    `--include-path-regex=${asked}`,
    ...without.map((id) => `--exclude-operation-id=${id}`),
    '--checks=all',
    `--exclude-checks=${leftOut(headers).join(',')}`,
    `--max-examples=${examples}`,
    `--seed=${seed}`,
    '--continue-on-failure',
    '--max-redirects=0',
    // The credentials are in the --header of each request.
    '--generation-with-security-parameters=false',
    '--suppress-health-check=all',
    '--no-color',
  ]
}
