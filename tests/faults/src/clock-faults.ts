import { setTimeout as delay } from 'node:timers/promises'
import { setClock } from './clocks.ts'
import type { Fault } from './fault.ts'
import { killProcess } from './kill-process.ts'

const OFF_MINUTES = 10
const OFF_MS = OFF_MINUTES * 60_000
const JUMPED_MS = 3_000
const STARTED_MS = 6_000

/**
 * Processes whose clock matters to others: the gateway signs caller tokens, accounts signs access tokens and sets
 * expiries of credentials, queue checks caller tokens and dates its records, webhook-delivery signs the time of each
 * delivery and schedules retries.
 */
const TELLING = ['gateway', 'accounts', 'queue', 'webhook-delivery']

/**
 * One process's clock jumps while it works, is wrong at a restart (which forgets what was signed before), and jumps
 * back.
 */
export const CLOCK_FAULTS: readonly Fault[] = TELLING.flatMap((name) => [
  clockOff(name, OFF_MS, `${name} ${OFF_MINUTES} min ahead`),
  clockOff(name, -OFF_MS, `${name} ${OFF_MINUTES} min behind`),
])

function clockOff(process: string, aheadMs: number, name: string): Fault {
  return {
    name,
    async strike(cluster) {
      await setClock(cluster, process, aheadMs)
      await delay(JUMPED_MS)
      await killProcess(cluster, process)
      await delay(STARTED_MS)
      await setClock(cluster, process, 0)
    },
  }
}
