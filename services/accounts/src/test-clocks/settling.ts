import { EventEmitter } from 'node:events'
import type { ServiceContext } from '../context.ts'
import { isSettled, type TestClock } from './test-clock.ts'

/** How long a request waits for its clock, in ms: less than the gateway waits for an answer. */
const WAIT_MS = 10_000

/** How soon to see what another replica was told, in ms. */
const LOOK_EVERY_MS = 50

/** Told by this process that a clock has nothing more to do, or failed, by the organisation of the clock. */
const given = new EventEmitter().setMaxListeners(0)

/** Lets those know who wait for a clock. */
export const tellSettled = (worldId: string): void => void given.emit(worldId)

/** Resolves when this process is told about a clock, or it is time to look for what another was told. */
async function untilTold(worldId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LOOK_EVERY_MS)
  given.once(worldId, resolve)
  await promise
  clearTimeout(timer)
  given.off(worldId, resolve)
}

/** Waits until all is done that a clock asks for, or for ten seconds; returns it as it is then. */
export async function waitUntilSettled(
  { testClocks }: Pick<ServiceContext, 'testClocks'>,
  clock: TestClock,
): Promise<TestClock> {
  const endsAt = performance.now() + WAIT_MS
  let current = clock
  while (!isSettled(current) && performance.now() < endsAt) {
    await untilTold(clock.world_id)
    current = (await testClocks.find(clock.organization_id, clock._id)) ?? {
      ...current,
      deleted_at: new Date(),
    }
  }
  return current
}
