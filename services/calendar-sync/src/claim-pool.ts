import { type Job, startDueJob } from '@usher/service-kit'

/** Claimed work in progress. Disposing claims no more and waits for it. */
export interface ClaimPool extends Job {
  /** Works until nothing is due. For tests. */
  drain(): Promise<void>
}

/** The claim has passed to another process, which continues. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

interface PoolOptions<Claimed> {
  readonly atOnce: number
  readonly due: Parameters<typeof startDueJob>[1]
  /** null: nothing can be claimed now. `active`: what this process works on. */
  readonly claim: (active: readonly Claimed[]) => Promise<Claimed | null>
  readonly nextDueAt: () => Promise<Date | undefined>
  /** Never rejects. */
  readonly work: (claimed: Claimed) => Promise<void>
}

/** Claims work that is due, as much as this process does at once. */
export function startClaimPool<Claimed>(name: string, options: PoolOptions<Claimed>): ClaimPool {
  const active = new Map<Promise<void>, Claimed>()
  let isStopping = false
  const job: Job = startDueJob(name, options.due, async () => {
    while (!isStopping && active.size < options.atOnce) {
      const claimed = await options.claim([...active.values()])
      if (!claimed) return await options.nextDueAt()
      const run = options.work(claimed).finally(() => {
        active.delete(run)
        if (!isStopping) void job.run()
      })
      active.set(run, claimed)
    }
    // Whichever ends first looks for more.
    return undefined
  })
  return {
    run: job.run,
    async drain() {
      do {
        await Promise.all(active.keys())
        await job.run()
      } while (active.size > 0)
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      await job[Symbol.asyncDispose]()
      await Promise.all(active.keys())
    },
  }
}
