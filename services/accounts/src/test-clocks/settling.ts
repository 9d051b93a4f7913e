import { EventEmitter } from 'node:events'
import type { ServiceContext } from '../context.ts'
import { isSettled, type TestClock } from './test-clock.ts'

/** How long a request waits for its clock, in ms: less than the gateway waits for an answer. */
const WAIT_MS = 10_000

/** How often to poll for what another replica was told, in ms. */
const POLL_EVERY_MS = 50

/** Emits the organisation of a clock that this process was told is settled, failed or deleted. */
const settled = new EventEmitter().setMaxListeners(0)

/** Wakes the requests that wait for a clock. */
export const notifySettled = (worldId: string): void => void settled.emit(worldId)

/** Resolves when this process is told about a clock, or it is time to poll. */
async function untilNotified(worldId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, POLL_EVERY_MS)
  settled.once(worldId, resolve)
  await promise
  clearTimeout(timer)
  settled.off(worldId, resolve)
}

/** Waits until a clock has no more work, for ten seconds at most; returns the clock as it is then. */
export async function waitUntilSettled(
  { testClocks }: Pick<ServiceContext, 'testClocks'>,
  clock: TestClock,
): Promise<TestClock> {
  const endsAt = performance.now() + WAIT_MS
  let current = clock
  while (!isSettled(current) && performance.now() < endsAt) {
    await untilNotified(clock.world_id)
    current = (await testClocks.find(clock.organization_id, clock._id)) ?? {
      ...current,
      deleted_at: new Date(),
    }
  }
  return current
}
