import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, provideRedis } from '@usher/local'

/**
 * A real Redis behind a door that a test can shut. It is the one in TEST_REDIS_URL, a `redis-server` of this
 * machine, or else a Valkey that is fetched once.
 */
export async function startRedis() {
  const stack = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'usher-redis-'))
  stack.defer(() => rm(home, { recursive: true, force: true }))
  const redis = stack.use(await provideRedis({ home, cache: cacheFolder(), log: () => {}, ephemeral: true }))
  const door = stack.use(await openDoor(new URL(redis.url)))
  const url = new URL(redis.url)
  url.host = `127.0.0.1:${door.port}`
  return {
    url: url.href,
    /** Cuts all connections and takes no new ones. */
    cut: door.cut,
    /** Connections stay open, and nothing comes through any more. */
    silence: door.silence,
    open: door.open,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Passes bytes between clients and a server. */
async function openDoor({ hostname, port }: URL) {
  let state: 'open' | 'cut' | 'silent' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') return void client.destroy()
    const upstream = connect(Number(port || 6379), hostname)
    keep(upstream)
    client
      .on('data', (chunk) => state === 'open' && upstream.write(chunk))
      .on('close', () => upstream.destroy())
    upstream
      .on('data', (chunk) => state === 'open' && client.write(chunk))
      .on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      cutAll()
    },
    silence() {
      state = 'silent'
    },
    open() {
      if (state === 'silent') cutAll()
      state = 'open'
    },
    async [Symbol.asyncDispose]() {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
