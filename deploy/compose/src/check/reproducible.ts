import { repository } from '@usher/local'
import { assert, run } from './run.ts'

const SERVICE = 'services/webhook-delivery'
/** Names, modes, times and contents of all files that Usher adds to an image. */
const SUM = `find /usher -type f -printf '%p %m %T@ ' -exec sha256sum {} \\; | sort | sha256sum`

/**
 * Checks that an image rebuilt without a cache has the same files, with the same times.
 *
 * @returns a line for the report
 */
export async function isReproducible(env: NodeJS.ProcessEnv, base: string): Promise<string> {
  const again = 'usher-webhook-delivery:check-again'
  const file = [
    '--file',
    'deploy/images/Dockerfile',
    '--target',
    'service',
    '--build-arg',
    `SERVICE=${SERVICE}`,
  ]
  const fresh = ['--no-cache', '--network', 'host', '--build-arg', `NODE_IMAGE=${base}`, '--tag', again]
  try {
    await run('nice', ['docker', 'build', ...file, ...fresh, '.'], { env, cwd: repository })
    const [first, second] = [await sumOf('usher-webhook-delivery:check', env), await sumOf(again, env)]
    assert(first === second, 'both builds hold the same files')
    return `SHA-256 of all files: ${first.slice(0, 16)}…`
  } finally {
    await run('docker', ['rmi', again], { env }).catch(() => {})
  }
}

const sumOf = (image: string, env: NodeJS.ProcessEnv): Promise<string> =>
  run('docker', ['run', '--rm', '--network', 'none', image, 'sh', '-c', SUM], { env })
