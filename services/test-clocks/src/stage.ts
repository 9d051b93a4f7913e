import type { Clock, DueWork } from '@usher/service-kit'

/** A test clock in this process: the organisation with its data, and its time. */
export class ServedClock {
  readonly organizationId: string
  /** Work that was asked to look again. */
  readonly poked = new Set<Work>()
  /** Work in progress that time waits for. */
  readonly background = new Set<Promise<unknown>>()
  #now: Date

  constructor(organizationId: string, now: Date) {
    this.organizationId = organizationId
    this.#now = now
  }

  get now(): Date {
    return new Date(this.#now)
  }

  /** Moves the time forwards; it never goes back. */
  moveTo(time: Date): void {
    if (time > this.#now) this.#now = time
  }
}

/** Work that may be due: does all that is, and returns when the next is. */
export interface Work {
  run(): Promise<Date | undefined>
}

interface Waiting {
  readonly served: ServedClock
  readonly admit: () => void
}

/**
 * Serves one test clock at a time: all services of this process take time and organisation from the clock on stage.
 * Requests and work of that clock run together; other clocks wait, first come, first served. Work that waits for
 * something outside this process leaves the stage meanwhile.
 */
export class Stage implements Clock, DueWork {
  readonly due = this
  readonly #open = new Map<string, { readonly served: ServedClock; users: number }>()
  readonly #works: Work[] = []
  #waiting: Waiting[] = []
  #current: ServedClock | undefined
  /** How many requests and pieces of work are on stage. */
  #count = 0

  /** The time of the clock on stage. */
  now(): Date {
    return this.#current?.now ?? new Date()
  }

  /** The organisation of the clock on stage; none: ''. */
  get organizationId(): string {
    return this.#current?.organizationId ?? ''
  }

  /** Whether others wait for the stage. */
  get isWanted(): boolean {
    return this.#waiting.length > 0
  }

  /** The test clock with the data of an organisation, the same for all who use it at once; {@link close} it afterwards. */
  open(organizationId: string, now: Date): ServedClock {
    const opened = this.#open.get(organizationId) ?? {
      served: new ServedClock(organizationId, now),
      users: 0,
    }
    opened.users += 1
    opened.served.moveTo(now)
    this.#open.set(organizationId, opened)
    return opened.served
  }

  close({ organizationId }: ServedClock): void {
    const opened = this.#open.get(organizationId)
    if (!opened) return
    opened.users -= 1
    if (opened.users === 0) this.#open.delete(organizationId)
  }

  /** Resolves once a clock is on stage; {@link leave} it afterwards. */
  async enter(served: ServedClock): Promise<void> {
    if (this.#count === 0 || (this.#current === served && !this.isWanted)) return this.#admit(served)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ served, admit: resolve })
    await promise
  }

  leave(): void {
    this.#count -= 1
    const next = this.#waiting[0]?.served
    if (this.#count > 0 || !next) return
    const { admitted = [], others = [] } = Object.groupBy(this.#waiting, ({ served }) =>
      served === next ? 'admitted' : 'others',
    )
    this.#waiting = others
    for (const { served, admit } of admitted) {
      this.#admit(served)
      admit()
    }
  }

  async outside<T>(wait: () => Promise<T>): Promise<T> {
    const served = this.#current
    if (!served) return await wait()
    this.leave()
    try {
      return await wait()
    } finally {
      await this.enter(served)
    }
  }

  add(run: () => Promise<Date | undefined>) {
    const work: Work = { run }
    this.#works.push(work)
    return {
      run: async () => void this.#current?.poked.add(work),
      [Symbol.asyncDispose]: async () => {},
    }
  }

  /** The work that was added since the last call. */
  takeWorks(): Work[] {
    return this.#works.splice(0)
  }

  background(work: Promise<unknown>): void {
    const served = this.#current
    if (!served) return
    this.#count += 1
    const ended = work.then(
      () => {},
      () => {},
    )
    served.background.add(ended)
    void ended.then(() => {
      served.background.delete(ended)
      this.leave()
    })
  }

  #admit(served: ServedClock): void {
    this.#current = served
    this.#count += 1
  }
}
