import { createHash } from 'node:crypto'
import type { ErrorCode } from '@usher/contracts'
import type { Connection } from 'mongoose'
import { RateLimiterMongo } from 'rate-limiter-flexible'
import { wholeSeconds } from '../durations.ts'
import { ProblemError } from '../errors.ts'
import { networksOf } from '../http/client-address.ts'
import { type Refusals, refusalsIn, type ShownTo } from './refusal-store.ts'

/** How many points the attempts of one subject may cost in a window that begins with the first. */
export interface Limit {
  /**
   * Fields of the subject that are counted together; the limit does not apply where one is missing. `address` is a
   * network address: of IPv6 its /64 is counted, and its /56 and /48, which get 4 and 16 times the points.
   */
  readonly by: readonly string[]
  readonly points: number
  readonly seconds: number
  /** Exceeding it does not refuse the attempt: the caller decides, by `beyond`. */
  readonly soft?: true
  /** A success resets the count of the subject. */
  readonly clearedBySuccess?: true
}

/** The limits of an action, and which of its outcomes count. */
export interface Policy {
  /** Outcomes that count. Other attempts are refunded, as are repeats under an idempotency key. */
  readonly counts: readonly ('success' | ErrorCode)[]
  /** Narrowest first: an attempt that one of them refuses does not count in the next. */
  readonly limits: Readonly<Record<string, Limit>>
  /** Detail of the problem for a client beyond a limit. */
  readonly refusal: string
}

/** Who attempts it, and on what. Only hashes are stored. */
export type Subject = Readonly<Record<string, string | undefined>>

interface AttemptOptions {
  /** Points that the attempt costs; 1 unless given. */
  readonly cost?: number | undefined
  /** Points by limit, in place of those of the policy. */
  readonly points?: Readonly<Record<string, number>>
  /** Whose statistics count the refusal. */
  readonly shownTo?: ShownTo
}

export interface Verdict {
  /** `rate_limited`, to throw unless the attempt is a repeat. */
  readonly refusal: ProblemError | undefined
  /** `rate_limited` for each soft limit that is exceeded, by its name. */
  readonly beyond: ReadonlyMap<string, ProblemError>
}

export interface Guard<Action extends string> {
  /**
   * Counts an attempt before it is made, and refunds it if the policy does not count its outcome.
   *
   * @param subject several if it is counted for each of them
   * @param work makes the attempt, with the verdict on it
   */
  attempt<T>(
    action: Action,
    subject: Subject | readonly Subject[],
    work: (verdict: Verdict) => Promise<T>,
    options?: AttemptOptions,
  ): Promise<T>
  /** Counts an attempt, whatever comes of it. @throws ProblemError `rate_limited` */
  require(action: Action, subject: Subject): Promise<void>
  /** Recent refusals, newest day first. */
  refusals(organizationId: string, resource: string): Promise<Refusals[]>
}

/** Limits attempts by a table of policies, for all replicas together. */
export async function createGuard<const Action extends string>(
  connection: Connection,
  policies: Readonly<Record<Action, Policy>>,
): Promise<Guard<Action>> {
  const refusals = refusalsIn(connection)
  const limiters = new Map<Limit, RateLimiterMongo>()
  for (const [action, { limits }] of Object.entries<Policy>(policies)) {
    for (const [name, limit] of Object.entries(limits))
      limiters.set(limit, limiterIn(connection, `${action}/${name}`, limit.seconds))
  }
  await [...limiters.values()][0]?.createIndexes()

  const charge = async (
    action: string,
    { limits, refusal }: Policy,
    subjects: readonly Subject[],
    options: AttemptOptions,
  ) => {
    const charges: Charge[] = []
    const beyond = new Map<string, ProblemError>()
    for (const [name, limit] of Object.entries(limits)) {
      const limiter = limiters.get(limit) as RateLimiterMongo
      for (const { key, times } of subjects.flatMap((subject) => keysOf(limit, subject))) {
        const { consumedPoints, msBeforeNext } = await limiter.penalty(key, options.cost ?? 1)
        charges.push({ limit, limiter, key })
        const points = (options.points?.[name] ?? limit.points) * times
        if (consumedPoints <= points) continue
        const policy = { name: `${action}-${name}`, points, seconds: limit.seconds }
        const exceeded = tooMany(refusal, policy, wholeSeconds(msBeforeNext))
        if (!limit.soft) return { charges, beyond, refusal: exceeded }
        beyond.set(name, exceeded)
      }
    }
    return { charges, beyond, refusal: undefined }
  }

  const guard: Guard<Action> = {
    async attempt(action, subject, work, options = {}) {
      const policy = policies[action]
      const { charges, ...verdict } = await charge(action, policy, [subject].flat(), options)
      const refund = (some: readonly Charge[]) =>
        Promise.all(some.map(({ limiter, key }) => limiter.reward(key, options.cost ?? 1)))
      try {
        const done = await work(verdict)
        const isRepeat = (done as { readonly replayed?: boolean } | undefined)?.replayed === true
        const cleared = isRepeat ? [] : charges.filter(({ limit }) => limit.clearedBySuccess)
        await Promise.all(cleared.map(({ limiter, key }) => limiter.delete(key)))
        if (isRepeat || !policy.counts.includes('success'))
          await refund(charges.filter((one) => !cleared.includes(one)))
        return done
      } catch (error) {
        const code = error instanceof ProblemError ? error.code : undefined
        if (code === 'rate_limited' && options.shownTo) await refusals.count(options.shownTo, action)
        const isCounted = error === verdict.refusal || (code !== undefined && policy.counts.includes(code))
        if (!isCounted) await refund(charges)
        throw error
      }
    },
    async require(action, subject) {
      await guard.attempt(action, subject, async ({ refusal }) => {
        if (refusal) throw refusal
      })
    },
    refusals: refusals.list,
  }
  return guard
}

interface Charge {
  readonly limit: Limit
  readonly limiter: RateLimiterMongo
  readonly key: string
}

/** Only counts: limits differ by policy and call, so `charge` compares. */
const limiterIn = (connection: Connection, keyPrefix: string, duration: number) =>
  new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: 'throttles',
    disableIndexesCreation: true,
    keyPrefix,
    points: Number.MAX_SAFE_INTEGER,
    duration,
  })

/** The keys that a subject is counted under: several for an address of IPv6, none where the limit does not apply. */
function keysOf({ by }: Limit, subject: Subject): { key: string; times: number }[] {
  const values = by.map((field) => subject[field])
  if (values.includes(undefined)) return []
  const at = by.indexOf('address')
  if (at < 0) return [{ key: hashOf(values), times: 1 }]
  return networksOf(values[at] ?? '').map(({ prefix, times }) => ({
    key: hashOf(values.with(at, prefix)),
    times,
  }))
}

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

interface Exceeded {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

/** With the fields of draft-ietf-httpapi-ratelimit-headers-10, which take the place of the gateway's. */
const tooMany = (detail: string, { name, points, seconds }: Exceeded, retryAfterSeconds: number) =>
  new ProblemError('rate_limited', detail, {
    retryAfterSeconds,
    headers: {
      'ratelimit-policy': `"${name}";q=${Math.floor(points)};w=${seconds}`,
      ratelimit: `"${name}";r=0;t=${retryAfterSeconds}`,
    },
  })
