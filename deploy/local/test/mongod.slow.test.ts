import { createServer } from 'node:net'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { cacheFolder, readJson } from '../src/files.ts'
import { provideMongo } from '../src/mongodb.ts'
import { aFolder, isAlive } from './util.ts'

const canRunPrivately = process.platform === 'linux' && process.arch === 'x64'
const testOnLinux = canRunPrivately ? test : test.skip

/** Starts a private mongod under `home`, whatever else this machine offers. */
function startPrivately(home: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DOCKER_HOST: undefined }
  return provideMongo({ home, cache: cacheFolder(), log: () => {}, env })
}

/** Runs a callback on a server's collection `notes`. */
async function withNotes<T>(url: string, use: (notes: Notes) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 5_000 })
  try {
    return await use(client.db('test').collection('notes'))
  } finally {
    await client.close()
  }
}

type Notes = ReturnType<ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>['db']>['collection']>

/** Listens on a port until disposed of, like another program would. */
async function occupy(port: number): Promise<AsyncDisposable> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())) }
}

describe('a private mongod', () => {
  testOnLinux('restarts on another port with its data when another program has taken its port', async () => {
    await using home = await aFolder()
    const first = await startPrivately(home.path)
    await withNotes(first.url, (notes) => notes.insertOne({ text: 'kept' }))
    await first.stop()
    const { mongod: port } = (await readJson(join(home.path, 'mongodb/ports.json'))) as { mongod: number }

    await using _other = await occupy(port)
    await using second = await startPrivately(home.path)
    expect(second.url).not.toBe(first.url)
    const found = await withNotes(second.url, (notes) => notes.findOne({ text: 'kept' }))
    expect(found).toMatchObject({ text: 'kept' })
  })

  testOnLinux('restarts on the same address with its data after it was killed', async () => {
    await using home = await aFolder()
    const first = await startPrivately(home.path)
    await withNotes(first.url, (notes) =>
      notes.insertOne({ text: 'kept' }, { writeConcern: { w: 1, j: true } }),
    )
    process.kill(first.pid as number, 'SIGKILL')
    await first.ended

    await using second = await startPrivately(home.path)
    expect(second.url).toBe(first.url)
    expect(await withNotes(second.url, (notes) => notes.countDocuments())).toBe(1)
  })

  testOnLinux('has no process left after a stop', async () => {
    await using home = await aFolder()
    const mongo = await startPrivately(home.path)
    await mongo.stop()
    expect(isAlive(mongo.pid as number)).toBe(false)
  })
})

describe('a MongoDB that others run', () => {
  test('is reported at start when it does not answer', async () => {
    await using home = await aFolder()
    const env = { MONGODB_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100' }
    const starting = provideMongo({ home: home.path, cache: cacheFolder(), log: () => {}, env })
    await expect(starting).rejects.toThrow('The MongoDB at MONGODB_URL does not answer')
  })
})
