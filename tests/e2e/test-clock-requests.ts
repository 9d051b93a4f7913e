import type { Client } from '@usher/test-kit'
import type { Attempt, Case } from './audit/attempt.ts'
import { idOfAnswer } from './audit/attempt.ts'
import type { Owner } from './isolation/owner.ts'

const START = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-02T18:00:00.000Z'
const EARLIER = '2026-03-01T09:00:00.000Z'

/** The owner's session in test mode. */
export const inTests =
  ({ call }: Pick<Owner, 'call'>): Client =>
  (method, path, options = {}) =>
    call(method, path, { ...options, headers: { 'usher-mode': 'test', ...options.headers } })

/** A new clock of the owner. */
export async function newClock(owner: Owner): Promise<{ call: Client; id: string }> {
  const call = inTests(owner)
  const made = await call('POST', '/v1/test/clocks', { body: { name: 'No-shows', now: START } })
  if (made.status !== 201) throw new Error(`no test clock: ${JSON.stringify(made.body)}`)
  return { call, id: made.body.id }
}

/** Its requests are in the audit trail of test data. */
const read = (owner: Owner): Pick<Attempt, 'call' | 'reader'> => ({
  call: inTests(owner),
  reader: async () => inTests(owner),
})

const onNew = (body?: object) => async (owner: Owner) => {
  const { id } = await newClock(owner)
  return { ...read(owner), params: { id }, resource: id, ...(body && { body }) }
}

const UNKNOWN = 'clk_01h455vb4pex5vsknk084sn02q'

/** The cases of the audit trail. */
export const CLOCK_CASES: Readonly<Record<string, Case>> = {
  createTestClock: {
    accepted: (owner) => ({ ...read(owner), body: { now: START }, resource: idOfAnswer }),
    refused: (owner) => ({ ...read(owner), body: { now: 'tomorrow' } }),
  },
  advanceTestClock: { accepted: onNew({ to: LATER }), refused: onNew({ to: EARLIER }) },
  deleteTestClock: {
    accepted: onNew(),
    refused: (owner) => ({ ...read(owner), params: { id: UNKNOWN }, resource: UNKNOWN }),
  },
}
