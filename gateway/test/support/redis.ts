import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, provideRedis } from '@usher/local'
import { openDoor } from './door.ts'

/**
 * A real Redis behind a door that a test can shut. It is the one in TEST_REDIS_URL, a `redis-server` of this
 * machine, or else a Valkey that is fetched once.
 */
export async function startRedis() {
  const stack = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'usher-redis-'))
  stack.defer(() => rm(home, { recursive: true, force: true }))
  const redis = stack.use(await provideRedis({ home, cache: cacheFolder(), log: () => {}, ephemeral: true }))
  const door = stack.use(await openDoor(redis.url, 6379))
  return {
    url: door.url,
    /** Cuts all connections and takes no new ones. */
    cut: door.cut,
    /** Connections stay open, and nothing comes through any more. */
    silence: door.silence,
    open: door.open,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
