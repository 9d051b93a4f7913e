import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import mongoose, { type Connection } from 'mongoose'
import { z } from 'zod'
import { BackupStore } from './backup-store.ts'
import { CommandError, defineCommand, type OpsContext } from './command.ts'

export const backup = defineCommand({
  usage: '--to FOLDER',
  about: 'Writes all documents, as of one moment, to FOLDER/SERVICE, which must not exist',
  schema: z.object({ to: z.string().min(1) }),
  async run(context, { to }) {
    const { service } = context.definition
    show(context, await backUp(context.connection, service, join(to, service)))
  },
})

export const restore = defineCommand({
  usage: '--from FOLDER',
  about: 'Writes the backup in FOLDER/SERVICE into the empty database of the service, which must be stopped',
  destructive: true,
  schema: z.object({ from: z.string().min(1) }),
  async run(context, { from }) {
    const { service } = context.definition
    show(context, await restoreInto(context.connection, service, join(from, service)))
  },
})

function show({ result }: OpsContext, { service, started_at, collections }: Manifest): void {
  for (const { name, documents, sha256 } of collections) {
    result({ service, collection: name, documents, sha256: sha256.slice(0, 16), as_of: started_at })
  }
}

const { BSON } = mongoose.mongo

const VERSION = 1

const MANIFEST = 'manifest.json'

const manifestSchema = z.object({
  version: z.literal(VERSION),
  service: z.string(),
  started_at: z.string(),
  collections: z.array(
    z.object({
      name: z.string(),
      documents: z.int().min(0),
      /** Checksum of the file. */
      sha256: z.string(),
      options: z.record(z.string(), z.unknown()),
      indexes: z.array(z.looseObject({ key: z.record(z.string(), z.unknown()), name: z.string() })),
    }),
  ),
})

type Manifest = z.infer<typeof manifestSchema>

/**
 * Backs up a database, as of one moment, to a new folder: a gzipped BSON file per collection, as mongodump writes,
 * and a manifest with indexes and checksums. The manifest is written last: without it the backup is invalid.
 *
 * The moment is that of the first read. MongoDB keeps it for `minSnapshotHistoryWindowInSeconds` (300 s by default).
 */
async function backUp(connection: Connection, service: string, folder: string): Promise<Manifest> {
  const started_at = new Date().toISOString()
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} cannot be made: ${error.code}. Give a new folder.`)
  })
  const session = connection.getClient().startSession({ snapshot: true })
  try {
    const store = new BackupStore(connection)
    const collections: Manifest['collections'] = []
    for (const { name, options } of await store.collections()) {
      const indexes = await store.indexes(name)
      let documents = 0
      const count = async function* () {
        for await (const document of store.documents(name, session)) {
          documents += 1
          yield document
        }
      }
      const file = fileOf(folder, name)
      await pipeline(Readable.from(count()), createGzip(), createWriteStream(file, { mode: 0o600 }))
      collections.push({ name, documents, sha256: await sha256Of(file), options, indexes: indexes as never })
    }
    const manifest = { version: VERSION, service, started_at, collections } as const
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } finally {
    await session.endSession()
  }
}

/**
 * Restores a backup into an empty database, after verifying the checksums of all its files.
 *
 * @throws CommandError if anything is wrong; nothing was written then
 */
async function restoreInto(connection: Connection, service: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest.service !== service) throw new CommandError(`${folder} is a backup of ${manifest.service}.`)
  for (const { name, sha256 } of manifest.collections) {
    if ((await sha256Of(fileOf(folder, name))) !== sha256)
      throw new CommandError(`${name} is not as it was written.`)
  }
  const store = new BackupStore(connection)
  for (const { name } of await store.collections()) {
    if (!(await store.isEmpty(name))) {
      throw new CommandError(`The database has documents in ${name}. Restore into an empty one.`)
    }
  }
  for (const collection of manifest.collections) await restoreCollection(store, collection, folder)
  return manifest
}

async function restoreCollection(
  store: BackupStore,
  { name, documents, options, indexes }: Manifest['collections'][number],
  folder: string,
): Promise<void> {
  await store.create({ name, options })
  const written = await store.insert(name, documentsIn(fileOf(folder, name)))
  if (written !== documents)
    throw new CommandError(`${name} has ${written} documents instead of ${documents}.`)
  const own = indexes.filter((index) => index.name !== '_id_').map(({ v, ns, ...index }) => index)
  await store.createIndexes(name, own as never)
}

async function* documentsIn(file: string): AsyncGenerator<mongoose.mongo.Document> {
  for await (const bytes of bsonDocuments(createReadStream(file).pipe(createGunzip()))) {
    // Keep number types: a whole double is not an integer.
    yield BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true })
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    throw new CommandError(`${folder} has no manifest that can be read: ${(error as Error).message}`)
  }
}

const fileOf = (folder: string, collection: string): string => join(folder, `${collection}.bson.gz`)

async function sha256Of(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

/** The documents in a stream of BSON: each begins with its length in bytes, itself included (bsonspec.org). */
async function* bsonDocuments(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at)
      if (length < 5) throw new Error('not BSON')
      if (rest.length - at < length) break
      yield rest.subarray(at, at + length)
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error('the last document is cut off')
}
