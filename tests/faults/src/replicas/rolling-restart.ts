import type { Finding } from '../check.ts'
import type { Replicated } from './replicated.ts'

/**
 * Replaces every process of a service, one at a time, like a Deployment with `maxSurge: 1, maxUnavailable: 0`: a new
 * one is ready before an old one is told to stop.
 *
 * @returns how each of the old ones exited, by name
 */
export async function replaceAll(usher: Replicated, service: string): Promise<Map<string, string>> {
  const ends = new Map<string, string>()
  for (const old of usher.replicas(service)) {
    await usher.start(service)
    ends.set(old.name, await old.stop())
  }
  return ends
}

/** Whether stopped processes finished what they had begun, in time. */
export function endedWell(ends: ReadonlyMap<string, string>): Finding {
  const wrong = [...ends].filter(([, how]) => how !== 'exit code 0').map(([name, how]) => `${name}: ${how}`)
  return { claim: 'every process that was told to end has finished in time', checked: ends.size, wrong }
}
