import { setTimeout as delay } from 'node:timers/promises'
import mongoose from 'mongoose'
import { SetupError } from './provided.ts'

type Db = ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>['db']>

export interface ReplicaSetOptions {
  /** Loopback port of the only member. */
  readonly port: number
  /** The address that others use for the member; `127.0.0.1:port` by default. */
  readonly member?: string | undefined
  /** Whether the server is gone, so that waiting is pointless. */
  readonly hasEnded: () => boolean
  /** True if no write must survive a crash: majority writes then do not wait for the journal. */
  readonly ephemeral?: boolean | undefined
  /** Longest wait for a writable primary, in milliseconds. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes one mongod a writable single-node replica set, whether it is new, was one before, or was one on another port.
 * Resolves once it accepts writes.
 */
export async function initiateReplicaSet(options: ReplicaSetOptions): Promise<void> {
  const { port, member = `127.0.0.1:${port}`, timeoutMs = 60_000, ephemeral = false } = options
  const deadline = Date.now() + timeoutMs
  let problem = 'it does not become the primary'
  while (Date.now() < deadline) {
    options.signal?.throwIfAborted()
    if (options.hasEnded()) throw new Error('it ended at once')
    try {
      if (await withAdmin(port, (admin) => becomesPrimary(admin, { member, ephemeral }))) return
    } catch (error) {
      problem = (error as Error).message
    }
    await delay(50)
  }
  throw new Error(`${problem} (waited ${timeoutMs / 1000} s)`)
}

/**
 * Checks an external server.
 *
 * @throws SetupError when it does not answer within 3 s or does not support transactions.
 */
export async function ensureReplicaSet(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 3_000 })
  try {
    const hello = await client.db('admin').command({ hello: 1 })
    if (hello.setName !== undefined || hello.msg === 'isdbgrid') return
  } catch (error) {
    throw new SetupError(`The MongoDB at MONGODB_URL does not answer: ${(error as Error).message}`)
  } finally {
    await client.close()
  }
  throw new SetupError('The MongoDB at MONGODB_URL is no replica set, and Usher needs transactions.')
}

/** A client that once failed to connect stays closed, so each try uses a new one. */
async function withAdmin<T>(port: number, use: (admin: Db) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 300,
  })
  try {
    return await use(client.db('admin'))
  } finally {
    await client.close()
  }
}

interface Member {
  readonly member: string
  readonly ephemeral: boolean
}

async function becomesPrimary(admin: Db, { member, ephemeral }: Member): Promise<boolean> {
  const hello = await admin.command({ hello: 1 })
  if (hello.isWritablePrimary === true && hello.me === member) return true
  await configureMember(admin, { member, ephemeral })
  return false
}

async function configureMember(admin: Db, { member, ephemeral }: Member): Promise<void> {
  const config = await currentConfig(admin)
  if (config === undefined) {
    const members = [{ _id: 0, host: member }]
    const settings = { _id: 'rs0', members, writeConcernMajorityJournalDefault: !ephemeral }
    await admin.command({ replSetInitiate: settings })
    return
  }
  const [only] = config.members
  if (only?.host === member) return
  // Without force only the primary can change the set, and on a new port this member is not primary.
  const moved = { ...config, version: config.version + 1, members: [{ ...only, host: member }] }
  await admin.command({ replSetReconfig: moved, force: true })
}

interface ReplicaSetConfig {
  version: number
  members: { host: string }[]
}

async function currentConfig(admin: Db): Promise<ReplicaSetConfig | undefined> {
  const notYetInitialized = 94
  try {
    const answer = await admin.command({ replSetGetConfig: 1 })
    return answer.config as ReplicaSetConfig
  } catch (error) {
    if ((error as { code?: number }).code === notYetInitialized) return undefined
    throw error
  }
}
