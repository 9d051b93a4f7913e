import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findOnPath, type Log, runCommand, SetupError } from '@usher/local'

const START_MS = 60_000

/** A Docker engine. */
export interface Engine extends AsyncDisposable {
  /** Environment for clients of this engine. */
  readonly env: NodeJS.ProcessEnv
  readonly version: string
}

/**
 * Returns the engine that answers. Without one, root on Linux gets a private engine in a temporary folder, which needs
 * no firewall rules and leaves nothing behind.
 *
 * @throws SetupError that says what to install
 */
export async function provideEngine(log: Log): Promise<Engine> {
  const present = await answering(process.env)
  if (present) return { env: withBuilder(process.env), version: present, async [Symbol.asyncDispose]() {} }
  const dockerd = findOnPath('dockerd')
  if (!dockerd || process.getuid?.() !== 0) {
    throw new SetupError(
      'No Docker engine answers. Start one, or run this as root with `dockerd` on the PATH.',
    )
  }
  return await privateEngine(dockerd, log)
}

async function privateEngine(dockerd: string, log: Log): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-docker-'))
  const env = { ...process.env, DOCKER_HOST: `unix://${folder}/docker.sock` }
  await mkdir(join(folder, 'exec'))
  const output = await open(join(folder, 'log'), 'w')
  const args = ['--iptables=false', '--ip6tables=false', '--data-root', join(folder, 'data')]
  const own = ['--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid'), '-H', env.DOCKER_HOST]
  const daemon = spawn(dockerd, [...args, ...own], { stdio: ['ignore', output.fd, output.fd] })
  const stop = async () => {
    if (daemon.exitCode === null && daemon.kill('SIGTERM')) await once(daemon, 'exit')
    await output.close()
    // Docker leaves the host's network namespace mounted, and a mount point cannot be removed.
    await runCommand('umount', [join(folder, 'exec', 'netns', 'default')])
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const version = await untilAnswering(env, () => daemon.exitCode !== null)
    log(`no Docker engine answers; started a private one (${version})`)
    return { env: withBuilder(env), version, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilAnswering(env: NodeJS.ProcessEnv, hasEnded: () => boolean): Promise<string> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && !hasEnded(); await delay(200)) {
    const version = await answering(env)
    if (version) return version
  }
  throw new SetupError('The private Docker engine did not start.')
}

async function answering(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { code, stdout } = await runCommand('docker', ['version', '--format', '{{.Server.Version}}'], { env })
  return code === 0 ? stdout.trim() : undefined
}

/** Use the engine's own builder: BuildKit may need a client plug-in that is not installed everywhere. */
const withBuilder = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, DOCKER_BUILDKIT: '0' })
