import { type Poller, startPoller } from '@usher/service-kit'
import type { NotificationContext } from './context.ts'

/** How often work is looked for that another replica planned, and did not live to do, in ms. */
const SWEEP_MS = 5_000

/** Work that comes due within this time is left to the sweep's interval at the shortest, in ms. */
const SHORTEST_MS = 50

/**
 * Does work when it comes due, when it is asked to, and every few seconds for what nobody reminds it of.
 *
 * @param work gives when the next is due; undefined: nothing is planned
 */
export function startDuePoller(
  name: string,
  { log, clock }: Pick<NotificationContext, 'log' | 'clock'>,
  work: () => Promise<Date | undefined>,
): Poller {
  let timer: NodeJS.Timeout | undefined
  const poller = startPoller(name, SWEEP_MS, log, async () => {
    clearTimeout(timer)
    const next = await work()
    if (!next) return
    const inMs = Math.max(SHORTEST_MS, next.getTime() - clock.now().getTime())
    if (inMs < SWEEP_MS) timer = setTimeout(() => void poller.poke(), inMs)
  })
  return {
    poke: poller.poke,
    async [Symbol.asyncDispose]() {
      await poller[Symbol.asyncDispose]()
      clearTimeout(timer)
    },
  }
}
