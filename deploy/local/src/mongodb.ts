import { dockerMongo } from './docker.ts'
import { embeddedMongod } from './embedded/mongod.ts'
import { ensureReplicaSet } from './mongo-replica-set.ts'
import { type MongodProgram, startMongod } from './mongod.ts'
import { findOnPath } from './programs.ts'
import { externalServer, type Provided, type ProvideOptions, SetupError } from './provided.ts'

const whatToDo =
  'Do one of these, then run the same command again:\n' +
  '  - set MONGODB_URL to a replica set that you run (mongodb://…/?replicaSet=…)\n' +
  '  - install MongoDB 6.0 or newer, so that `mongod` is on the PATH\n' +
  '  - start Docker'

/**
 * Provides a MongoDB replica set from the first source available: the address in MONGODB_URL; a `mongod` on the PATH,
 * run privately; Docker; a copy fetched into the cache.
 *
 * The URL names no database; see `withDatabase` in mongo-url.ts.
 *
 * @throws SetupError that says what to install or set.
 */
export async function provideMongo(options: ProvideOptions): Promise<Provided> {
  const env = options.env ?? process.env
  if (env.MONGODB_URL) {
    await ensureReplicaSet(env.MONGODB_URL)
    return externalServer(env.MONGODB_URL, 'MONGODB_URL')
  }

  const installed = findOnPath('mongod', env)
  if (installed !== undefined)
    return startMongod({ ...options, command: installed, source: 'mongod on the PATH' })

  const docker = await dockerMongo(options)
  if (docker !== undefined) return docker

  return startMongod({ ...options, ...(await fetchMongod(options)) })
}

/**
 * Finds a mongod for running several: the one on the PATH, else a copy fetched into the cache.
 *
 * @throws SetupError when there is neither
 */
export async function findMongod(options: ProvideOptions): Promise<MongodProgram> {
  const command = findOnPath('mongod', options.env ?? process.env)
  return command === undefined ? fetchMongod(options) : { command, source: 'mongod on the PATH' }
}

function fetchMongod(options: ProvideOptions): Promise<MongodProgram> {
  return embeddedMongod(options).catch((error: unknown) => {
    throw new SetupError(`MongoDB could not be fetched: ${(error as Error).message}\n${whatToDo}`)
  })
}
