import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '@usher/test-kit'
import { givenClock, startHarness } from './harness.ts'

const ORGANIZATIONS = 25
const CLOCKS_OF_EACH = 20
const IDLE_MS = 10_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of live objects. */
async function heapBytes(): Promise<number> {
  await delay(1_000)
  for (let i = 0; i < 3; i += 1) collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Processor time of this process while nothing is asked, in ms a second. */
async function processorMs(): Promise<number> {
  const before = process.cpuUsage()
  await delay(IDLE_MS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / IDLE_MS
}

test('500 idle clocks take less than 100 kB each and no processor', async () => {
  await using harness = await startHarness()
  /** A clock with a queue and a guest who was called. */
  const begin = async (call: ReturnType<typeof harness.client>) => {
    const clock = await givenClock(call)
    const queue = await clock.call('POST', '/v1/queues', { body: { name: 'Trial' } })
    const path = `/v1/queues/${queue.body.id}/guests`
    const guest = await clock.call('POST', path, { body: { name: 'Ada', phone: '+14155552671' } })
    await clock.call('POST', `/v1/guests/${guest.body.id}/notify`)
    await until('the work is done', async () => {
      const { data } = (await clock.call('GET', '/v1/test/messages')).body
      return data.length === 2
    })
  }
  // What is loaded and compiled once is not of the clocks.
  for (let i = 0; i < 5; i += 1) await begin(harness.client())
  const [before, quiet] = [await heapBytes(), await processorMs()]
  for (let i = 0; i < ORGANIZATIONS; i += 1) {
    const call = harness.client()
    for (let j = 0; j < CLOCKS_OF_EACH; j += 1) await begin(call)
  }
  const kB = ((await heapBytes()) - before) / (ORGANIZATIONS * CLOCKS_OF_EACH) / 1_000
  const ms = (await processorMs()) - quiet
  process.stderr.write(`An idle clock takes ${kB.toFixed(1)} kB; all of them ${ms.toFixed(1)} ms a second.\n`)
  expect(kB).toBeLessThan(100)
  expect(ms).toBeLessThan(20)
}, 600_000)
