import type { ProofChallenge } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { accepted, at, type Harness, shareHarness } from './harness.ts'
import { ADA, type GivenPage, givenPage, hold, stranger } from './online-values.ts'

const shared = shareHarness()

const challengeOf = ({ open, path }: GivenPage): Promise<ProofChallenge> =>
  accepted(open('GET', `${path}/challenge`))

const encode = (proof: object) => Buffer.from(JSON.stringify(proof)).toString('base64')

async function proofOf(given: GivenPage): Promise<string> {
  const challenge = await challengeOf(given)
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** Half-hours, one after the other. */
const startAt = (index: number) => new Date(Date.parse(at('06:00')) + index * 30 * MINUTE_MS).toISOString()

/** A page of which one address has used up what it may do without a proof. */
async function givenUsedUp(harness: Harness) {
  const given = await givenPage(harness)
  for (let index = 0; index < 5; index += 1) await accepted(hold(given, { start: startAt(index) }))
  return { ...given, harness }
}

const refusalOf = ({
  status,
  body,
}: {
  status: number
  body: { code: string; errors?: { pointer: string }[] }
}) => [...[status, body.code], body.errors?.[0]?.pointer]
const REFUSED = [403, 'invalid_proof', '/proof']

describe('given an address without a proof of work', () => {
  test('when it holds a sixth time, then it is told that a proof helps; other addresses may hold', async () => {
    const given = await givenUsedUp(await shared())
    const sixth = await hold(given, { start: startAt(5) })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limited'])
    expect(sixth.body.detail).toContain('proof of work')
    const other = { ...given, open: stranger(given.harness, '198.51.100.9') }
    expect((await hold(other, { start: startAt(5) })).status).toBe(201)
  })

  test('when it books a fourth time, or asks for a fourth code, then it has to wait', async () => {
    const given = await givenPage(await shared())
    const [booked, asked] = [[] as number[], [] as number[]]
    for (let index = 0; index < 4; index += 1) {
      const { id } = await accepted(hold(given, { start: startAt(index) }))
      const body = { hold_id: id, customer: { name: 'Ada', email: `a${index}@example.com` } }
      booked.push((await given.open('POST', given.path, { body })).status)
      const code = { email: `a${index}@example.com` }
      asked.push((await given.open('POST', `${given.path}/codes`, { body: code })).status)
    }
    expect(booked).toEqual([201, 201, 201, 429])
    expect(asked).toEqual([202, 202, 202, 429])
  })

  test('when it asks for a series that clashes, then that counts, as each visit was looked through', async () => {
    const given = await givenPage(await shared(), { online_booking: { max_visits: 4 } })
    await accepted(hold(given))
    const body = {
      services: [{ service_type_id: given.type.id }],
      ...{ start: at('09:00'), recurrence: 'FREQ=DAILY;COUNT=4', customer: ADA },
    }
    const statuses = []
    for (let index = 0; index < 4; index += 1)
      statuses.push((await given.open('POST', `${given.path}/series`, { body })).status)
    expect(statuses).toEqual([409, 409, 409, 429])
  })
})

describe('given an address with a proof of work', () => {
  test('when it has used up what it may do without, then it goes on, up to the larger limit', async () => {
    const given = await givenUsedUp(await shared())
    const statuses = []
    for (let index = 5; index < 21; index += 1) {
      statuses.push((await hold(given, { start: startAt(index), proof: await proofOf(given) })).status)
    }
    expect(statuses).toEqual([...Array(15).fill(201), 429])
  })

  test('when it sends the proof twice, even at once, then it counts once', async () => {
    const given = await givenUsedUp(await shared())
    const proof = await proofOf(given)
    const both = await Promise.all([5, 6].map((index) => hold(given, { start: startAt(index), proof })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403])
    expect(refusalOf(await hold(given, { start: startAt(7), proof }))).toEqual(REFUSED)
  })

  test('when the request is repeated under its key, then the first answer comes again', async () => {
    const given = await givenUsedUp(await shared())
    const body = { service_type_id: given.type.id, start: startAt(5), proof: await proofOf(given) }
    const send = () =>
      given.open('POST', `${given.path}/holds`, {
        body,
        headers: { 'idempotency-key': given.page.slug ?? '' },
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  })

  test('when the time is taken, then the proof stays good', async () => {
    const given = await givenUsedUp(await shared())
    const proof = await proofOf(given)
    expect((await hold(given, { start: startAt(0), proof })).status).toBe(409)
    expect((await hold(given, { start: startAt(5), proof })).status).toBe(201)
  })

  test('when the challenge is ten minutes old, then it is refused', async () => {
    const given = await givenUsedUp(await shared())
    const proof = await proofOf(given)
    given.harness.clock.advance(10 * MINUTE_MS)
    expect(refusalOf(await hold(given, { start: startAt(5), proof }))).toEqual(REFUSED)
  })

  test('when the proof is of another page, then it is refused', async () => {
    const given = await givenUsedUp(await shared())
    const proof = await proofOf(await givenPage(await shared()))
    expect(refusalOf(await hold(given, { start: startAt(5), proof }))).toEqual(REFUSED)
  })

  test('when the challenge was made easier, or nothing was solved, then it is refused', async () => {
    const given = await givenUsedUp(await shared())
    const challenge = await challengeOf(given)
    const parameters = { ...challenge.parameters, keyPrefix: '0', cost: 1 }
    const easier = { ...challenge, parameters }
    const guessed = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') }
    const proofs = [
      encode({ challenge: easier, solution: await solveChallenge({ challenge: easier, deriveKey }) }),
      encode({ challenge, solution: guessed }),
      encode({ challenge }),
      'bm8=',
    ]
    const refused = []
    for (const proof of proofs) refused.push(refusalOf(await hold(given, { start: startAt(5), proof })))
    expect(refused).toEqual(proofs.map(() => REFUSED))
  })
})
