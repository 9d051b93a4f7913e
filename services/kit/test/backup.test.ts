import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectMongo, inTransaction } from '@usher/service-kit'
import { createInfrastructure, type Infrastructure, until } from '@usher/test-kit'
import mongoose, { type Connection } from 'mongoose'
import { operatorOf } from './support/operator.ts'

const { Double, Int32, Long, Binary } = mongoose.mongo

let stack: AsyncDisposableStack
let infrastructure: Infrastructure
let folder: string
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  infrastructure = stack.use(await createInfrastructure({ isNew: true }))
  folder = await mkdtemp(join(tmpdir(), 'usher-backup-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
})
afterEach(() => stack.disposeAsync())

async function open(name: string, service = 'kit') {
  const mongoUrl = infrastructure.mongoUrl(name)
  const connection = await connectMongo(mongoUrl)
  stack.defer(() => connection.destroy())
  const operator = operatorOf({ service, queues: [], sealed: [] }, { MONGODB_URL: mongoUrl })
  return { connection, operator }
}

/** The index on it deletes what is older than an hour. */
const FAR_AHEAD = new Date('2999-01-01T00:00:00Z')

const DOCUMENTS = [
  {
    _id: 'a' as unknown,
    int: new Int32(1),
    double: new Double(1),
    long: Long.fromString('9007199254740993'),
  },
  { _id: 7, at: FAR_AHEAD, bytes: new Binary(Buffer.from([0, 255])), nested: { list: [null, 'ü', true] } },
]

/** Every document as the bytes that it is stored in. */
const bytesOf = async (connection: Connection, name: string): Promise<string[]> => {
  const found = await connection.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray()
  return found.map((document) => (document as unknown as Buffer).toString('base64'))
}

async function fill({ connection }: { readonly connection: Connection }) {
  await connection.collection('things').insertMany(DOCUMENTS as never)
  await connection
    .collection('things')
    .createIndex({ at: 1 }, { name: 'at', expireAfterSeconds: 3_600, sparse: true })
  await connection
    .collection('many')
    .insertMany(Array.from({ length: 2_500 }, (_, i) => ({ i, text: 'x'.repeat(i % 300) })))
  await connection.createCollection('empty')
}

describe('backup and restore', () => {
  test('restores a database byte for byte with its indexes into an empty one', async () => {
    const from = await open('from')
    await fill(from)
    const backedUp = await from.operator.results('backup', '--to', folder)
    expect(backedUp.map(({ collection, documents }) => [collection, documents])).toEqual([
      ['empty', 0],
      ['many', 2_500],
      ['things', 2],
    ])
    const to = await open('to')
    await to.connection.createCollection('things')
    expect((await to.operator.run('restore', '--from', folder)).code).toBe(2)
    await to.operator.results('restore', '--from', folder, '--yes')
    for (const name of ['empty', 'many', 'things']) {
      expect(await bytesOf(to.connection, name)).toEqual(await bytesOf(from.connection, name))
    }
    const index = (await to.connection.collection('things').indexes()).find(({ name }) => name === 'at')
    expect(index).toMatchObject({ key: { at: 1 }, expireAfterSeconds: 3_600, sparse: true })
  })

  test('backs up the state of a single moment while transactions write', async () => {
    const from = await open('from')
    const [first, last] = [from.connection.collection('a-first'), from.connection.collection('z-last')]
    // Both are written in each transaction, so at any moment they have as many documents.
    await from.connection.createCollection('a-first')
    await from.connection.createCollection('z-last')
    const stopping = new AbortController()
    let rounds = 0
    const writing = (async () => {
      while (!stopping.signal.aborted) {
        await inTransaction(from.connection, async (session) => {
          await first.insertMany(
            Array.from({ length: 20 }, () => ({ text: 'x'.repeat(500) })),
            { session },
          )
          await last.insertMany(
            Array.from({ length: 20 }, () => ({ text: 'x'.repeat(500) })),
            { session },
          )
        })
        rounds += 1
      }
    })()
    try {
      for (let i = 0; i < 3; i += 1) {
        const before = rounds
        const rows = await from.operator.results('backup', '--to', join(folder, String(i)))
        const counts = new Map(rows.map(({ collection, documents }) => [collection, documents]))
        expect(counts.get('a-first')).toBe(counts.get('z-last'))
        expect(counts.get('a-first')).toBeGreaterThanOrEqual(before * 20)
        await until('writes to go on', () => rounds > before)
      }
    } finally {
      stopping.abort()
      await writing
    }
  })

  test('restores nothing from a changed file or from a folder without a backup', async () => {
    const from = await open('from')
    await fill(from)
    await from.operator.results('backup', '--to', folder)
    const file = join(folder, 'kit/things.bson.gz')
    const bytes = await readFile(file)
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
    await writeFile(file, bytes)
    const to = await open('to')
    const changed = await to.operator.run('restore', '--from', folder, '--yes')
    expect([changed.code, changed.notes]).toEqual([1, 'things is not as it was written.'])
    const missing = await to.operator.run('restore', '--from', join(folder, 'nowhere'), '--yes')
    expect([missing.code, missing.notes]).toEqual([1, expect.stringContaining('no manifest')])
    expect(await to.connection.listCollections()).toEqual([])
  })

  test('refuses to back up into a used folder or to restore over existing documents', async () => {
    const from = await open('from')
    await fill(from)
    await from.operator.results('backup', '--to', folder)
    expect((await from.operator.run('backup', '--to', folder)).notes).toContain('Give a new folder')
    expect((await from.operator.run('restore', '--from', folder, '--yes')).notes).toContain('has documents')
  })
})
