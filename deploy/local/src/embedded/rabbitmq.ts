import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProvideOptions, SetupError } from '../provided.ts'
import { missingLibraries } from './debian-libraries.ts'
import { debianPackages } from './debian-packages.ts'

const packages = [
  'rabbitmq-server',
  ...['asn1', 'base', 'crypto', 'eldap', 'ftp', 'inets', 'mnesia', 'os-mon', 'parsetools', 'public-key'].map(
    erlang,
  ),
  ...['runtime-tools', 'snmp', 'ssl', 'syntax-tools', 'tftp', 'tools', 'xmerl'].map(erlang),
]

function erlang(name: string): string {
  return `erlang-${name}`
}

export interface EmbeddedRabbit {
  readonly command: string
  readonly source: string
  /** Folder with `erl` and `epmd`. */
  readonly erlangBin: string
  readonly libraries?: string | undefined
}

/**
 * Returns a cached RabbitMQ with its Erlang, fetched if missing.
 *
 * @throws SetupError when this machine cannot run it or it cannot be fetched.
 */
export async function embeddedRabbit(options: ProvideOptions): Promise<EmbeddedRabbit> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(`there is none to fetch for ${process.platform} on ${process.arch}`)
  }
  const root = await debianPackages('rabbitmq', packages, options, relocateErlang)
  const command = await only(root, 'usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server')
  const programs = await Promise.all(
    ['erts-*/bin/beam.smp', 'lib/crypto-*/priv/lib/crypto.so'].map((path) =>
      only(root, `usr/lib/erlang/${path}`),
    ),
  )
  const version = command.match(/rabbitmq_server-([^/]+)/)?.[1] ?? ''
  return {
    command,
    source: `RabbitMQ ${version} from the cache`,
    erlangBin: join(root, 'usr/lib/erlang/bin'),
    libraries: await missingLibraries('erlang', programs, options),
  }
}

/** Erlang's start scripts have the path the package was built for hard-coded. */
async function relocateErlang(unfinished: string, root: string): Promise<void> {
  const scripts = glob(['usr/lib/erlang/bin/{erl,start}', 'usr/lib/erlang/erts-*/bin/{erl,start}'], {
    cwd: unfinished,
  })
  for await (const script of scripts) {
    const path = join(unfinished, script)
    const content = await readFile(path, 'utf8')
    await writeFile(
      path,
      content.replaceAll('ROOTDIR=/usr/lib/erlang', `ROOTDIR='${join(root, 'usr/lib/erlang')}'`),
    )
  }
}

async function only(root: string, pattern: string): Promise<string> {
  for await (const found of glob(pattern, { cwd: root })) return join(root, found)
  throw new SetupError(`the packages hold no ${pattern}`)
}
