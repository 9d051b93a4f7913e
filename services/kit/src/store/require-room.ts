import type { Caller } from '@usher/contracts'
import { ProblemError } from '../errors.ts'

/** Maximum of each kind per organisation: many times what a venue needs. */
const MOST = {
  queue: { standard: 200, development: 5_000 },
  template: { standard: 500, development: 5_000 },
  apiKey: { standard: 200, development: 2_000 },
  oauthClient: { standard: 50, development: 500 },
  provider: { standard: 500, development: 5_000 },
  serviceType: { standard: 500, development: 5_000 },
  category: { standard: 500, development: 5_000 },
  product: { standard: 5_000, development: 50_000 },
  // Each event may go to all of them.
  webhookEndpoint: { standard: 100, development: 100 },
  // Each may be tried for a message.
  messageProvider: { standard: 20, development: 20 },
  testClock: { standard: 20, development: 20 },
} as const satisfies Record<string, Record<Caller['plan'], number>>

export type Capped = keyof typeof MOST

/**
 * Checks that an organisation may create one more of a kind. Requests at once may exceed the cap by their number.
 *
 * @param count counts what the organisation has, up to a limit
 * @throws ProblemError `plan_limit_reached`
 */
export async function requireRoom(
  kind: Capped,
  { plan }: Pick<Caller, 'plan'>,
  count: (limit: number) => Promise<number>,
): Promise<void> {
  const most = MOST[kind][plan]
  if ((await count(most)) < most) return
  throw new ProblemError(
    'plan_limit_reached',
    `Your organisation has ${most} of these, the most its plan allows. Delete one that you no longer need.`,
  )
}
