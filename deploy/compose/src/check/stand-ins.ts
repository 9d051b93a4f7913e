import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder, embeddedMongod, findOnPath, type Log, runCommand } from '@usher/local'
import { assert, run } from './run.ts'

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const BASE = 'usher-stand-in:base'
const recipes = join(import.meta.dirname, 'stand-ins')

type Fill = (context: string) => Promise<void>

/** Extra files a stand-in's recipe needs, by the start of the image's name. */
const fills: Readonly<Record<string, Fill>> = {
  node: async (context) => {
    await cp(process.execPath, join(context, 'node'))
    await cp(await npmFolder(), join(context, 'npm'), { recursive: true, dereference: true })
    await cp(CERTIFICATES, join(context, 'certificates'))
  },
  mongo: async (context) => {
    const { command } = await embeddedMongod({ home: context, cache: cacheFolder(), log: () => {} })
    await cp(command, join(context, 'mongod'))
  },
  rabbitmq: async () => {},
  'axllent/mailpit': async () => {},
}

export interface Images extends AsyncDisposable {
  /** Images that could not be pulled and were built here. */
  readonly standIns: readonly string[]
}

/**
 * Makes the official images available. Without a registry it builds equivalents on a minimal Debian: this machine's
 * Node, a real mongod, Debian's RabbitMQ, an SMTP server. They are removed at the end, because they carry other
 * people's names.
 *
 * @param names in dependency order
 */
export async function provideImages(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<Images> {
  const standIns: string[] = []
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(async () => {
    if (standIns.length > 0) await runCommand('docker', ['rmi', '--force', ...standIns, BASE], { env })
  })
  for (const name of names) {
    if ((await runCommand('docker', ['image', 'inspect', name], { env })).code === 0) continue
    if ((await runCommand('docker', ['pull', '--quiet', name], { env })).code === 0) continue
    log(`${name} cannot be pulled; building a stand-in`)
    await buildStandIn(name, env)
    standIns.push(name)
  }
  const made = cleanup.move()
  return { standIns, [Symbol.asyncDispose]: () => made.disposeAsync() }
}

async function buildStandIn(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const kind = name.split(':')[0] as string
  const recipe = join(recipes, kind.replace('/', '-'))
  const fill = fills[kind]
  assert(fill && existsSync(recipe), `there is a stand-in for ${name}`)
  await ensureBase(env)
  const context = await mkdtemp(join(tmpdir(), 'usher-image-'))
  try {
    await cp(recipe, context, { recursive: true })
    await fill(context)
    await run('nice', ['docker', 'build', '--network', 'host', '--tag', name, context], { env })
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

/** Builds a Debian image of nothing but essential packages with Debian's own tool. */
async function ensureBase(env: NodeJS.ProcessEnv): Promise<void> {
  if ((await runCommand('docker', ['image', 'inspect', BASE], { env })).code === 0) return
  assert(findOnPath('debootstrap'), 'debootstrap is on the PATH, to make images from')
  const folder = await mkdtemp(join(tmpdir(), 'usher-debian-'))
  try {
    const root = join(folder, 'root')
    await mkdir(root)
    const release = (await readFile('/etc/os-release', 'utf8')).match(/^VERSION_CODENAME=(\w+)$/m)?.[1]
    const include = '--include=ca-certificates,libcurl4'
    await run('nice', ['debootstrap', '--variant=minbase', include, release ?? 'stable', root])
    await run('tar', ['-C', root, '-cf', join(folder, 'root.tar'), '.'])
    await run('docker', ['import', join(folder, 'root.tar'), BASE], { env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function npmFolder(): Promise<string> {
  const global = await run('npm', ['root', '--global', '--silent'])
  const folder = join(global, 'npm')
  return existsSync(folder)
    ? folder
    : dirname(dirname(await run('readlink', ['-f', findOnPath('npm') ?? 'npm'])))
}
