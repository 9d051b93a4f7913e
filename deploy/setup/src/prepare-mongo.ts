import { setTimeout as delay } from 'node:timers/promises'
import { CLOCK_SERVICES, clockDatabase } from '@usher/contracts'
import mongoose from 'mongoose'

const { MongoClient, MongoServerError } = mongoose.mongo

const ROOT = 'usher_root'
const AUTHENTICATION_FAILED = 18
const ALREADY_INITIALIZED = 23
const DEADLINE_MS = 90_000

/** A user of one database with the same name. */
export interface DatabaseUser {
  readonly name: string
  readonly password: string
}

interface MongoPlan {
  /** `mongodb://127.0.0.1:PORT/?tls=true`: a server's first user can be created over loopback only. */
  readonly url: string
  /** `host:port` at which others reach the server. */
  readonly member: string
  readonly rootPassword: string
  readonly users: readonly DatabaseUser[]
}

/**
 * Makes a new mongod, started with a key file, a single-node replica set with a user for each database, who may read
 * and write only that one. Later runs update the passwords.
 *
 * @throws Error when it does not accept writes within 90 s, or its root has another password
 */
export async function prepareMongo(plan: MongoPlan): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    try {
      await ensureUsers(plan)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      if (isRefused(error)) await initiate(plan).catch(() => {})
    }
    await delay(250)
  }
}

/** The localhost exception (MongoDB manual, "Localhost Exception") ends with the first user. */
async function initiate({ url, member, rootPassword }: MongoPlan): Promise<void> {
  await using client = connection(url)
  const admin = client.db('admin')
  await admin
    .command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } })
    .catch(unlessCode(ALREADY_INITIALIZED))
  await admin.command({ createUser: ROOT, pwd: rootPassword, roles: ['root'] })
}

/** The databases of a user; test clocks have one for each service that lives by them. */
const databasesOf = (name: string): string[] =>
  name === 'usher_test_clocks'
    ? [name, ...CLOCK_SERVICES.map((service) => clockDatabase(name, service))]
    : [name]

async function ensureUsers({ url, rootPassword, users }: MongoPlan): Promise<void> {
  await using client = connection(url, { username: ROOT, password: rootPassword })
  for (const { name, password } of users) {
    const database = client.db(name)
    const rights = { pwd: password, roles: databasesOf(name).map((db) => ({ role: 'readWrite', db })) }
    const known = await database.command({ usersInfo: name })
    await database.command({ [known.users.length === 0 ? 'createUser' : 'updateUser']: name, ...rights })
  }
}

const connection = (url: string, auth?: { username: string; password: string }) =>
  new MongoClient(url, {
    directConnection: true,
    serverSelectionTimeoutMS: 1_000,
    ...(auth && { auth, authSource: 'admin' }),
  })

const isRefused = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED

const unlessCode = (code: number) => (error: unknown) => {
  if (!(error instanceof MongoServerError) || error.code !== code) throw error
}
