import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, SetupError } from '@usher/local'
import { until } from '@usher/test-kit'

/** It refuses to run as root: then it runs as `nobody`. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export interface Postgres extends AsyncDisposable {
  readonly port: number
}

/** The folder of PostgreSQL's programs, as Debian and its like install them. @throws SetupError without one */
async function programs(): Promise<string> {
  for await (const path of glob('/usr/lib/postgresql/*/bin')) return path
  throw new SetupError('There is no PostgreSQL on this machine, where n8n keeps its data.')
}

/** A PostgreSQL of its own, with a database and a user `n8n`. */
export async function startPostgres(): Promise<Postgres> {
  const bin = await programs()
  // The temporary folder of a test run is closed to other users.
  const folder = await mkdtemp(join(user.uid === undefined ? tmpdir() : '/tmp', 'usher-postgres-'))
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const [port = 0] = await freePorts(1)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) =>
    spawn(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore' })
  await succeed(run('initdb', ['-D', data, '-U', 'n8n', '-A', 'trust', '--no-sync']))
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off'].flatMap((one) => ['-c', one])
  const server = run('postgres', ['-D', data, '-p', String(port), '-k', folder, ...settings])
  await until('PostgreSQL has a database', async () => {
    const code = await codeOf(run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', 'n8n']))
    return code === 0
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.kill('SIGQUIT')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

async function succeed(child: ChildProcess): Promise<void> {
  const code = await codeOf(child)
  if (code !== 0) throw new SetupError(`${child.spawnfile} ended with ${code}`)
}
