import { HOUR_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { shareResets } from './support/resets.ts'

/** Has the database tell what requests make it do; each call gives what came since the last one. */
async function watchWork(database: Connection) {
  await database.db?.command({ profile: 2 })
  let since = new Date()
  return async () => {
    const entries = await database
      .collection('system.profile')
      .find({ ts: { $gte: since } })
      .toArray()
    since = new Date()
    const done = entries.map(({ op, ns, command }) => {
      const [, collection] = ns.split(/\.(.*)/)
      return `${op === 'command' ? Object.keys(command)[0] : op} ${collection}`
    })
    // What the relay does comes by itself.
    return done.filter((one) => /members|password_resets|throttles|insert outbox/.test(one)).sort()
  }
}

const start = shareResets()

describe('asking for a password reset', () => {
  test('answers 202 and emits an event with a link valid for an hour, whose token is not stored', async () => {
    const all = await start()
    const before = all.clock.now().getTime()
    const { status, body } = await all.request(all.emailOf('Ada'))
    expect([status, body]).toEqual([202, ''])
    const event = await until('the event', () => all.requested()[0])
    const { sealed_link: _, expires_at = '', ...data } = event.data as Record<string, string>
    expect(data).toEqual({ id: all.owner.caller.actor, name: 'Ada', email: all.email })
    expect(event).toMatchObject({
      organizationid: all.owner.caller.organization_id,
      actor: 'anonymous',
      sequence: 1,
      requestid: 'test-request',
    })
    const token = all.tokenIn(event)
    expect(token).toMatch(/^[\w-]{43}$/)
    const askedAt = Date.parse(expires_at) - HOUR_MS
    expect([askedAt >= before, askedAt <= all.clock.now().getTime()]).toEqual([true, true])
    expect(JSON.stringify(await all.kept())).not.toContain(token)
  })

  test('an unknown address gets the same answer for the same database work, but no event', async () => {
    const all = await start()
    const work = await watchWork(all.database)
    const known = await all.request()
    const workForKnown = await work()
    const unknown = await all.request(all.emailOf('nobody'))
    expect(workForKnown).toContain('insert password_resets')
    expect(await work()).toEqual(workForKnown)
    const told = ({ status, body, headers }: typeof known) => [status, body, [...headers.keys()].sort()]
    expect(told(unknown)).toEqual(told(known))
    await until('the outbox to be empty', async () => {
      return (await all.database.collection('outbox').countDocuments()) === 0
    })
    expect(all.requested()).toHaveLength(1)
    expect(JSON.stringify(all.events)).not.toContain(all.emailOf('nobody'))
    await all.database.db?.command({ profile: 0 })
  })

  test('answers 429 to the sixth request for one account from one address, known or not', async () => {
    const all = await start()
    for (const email of [all.email, all.emailOf('nobody')]) {
      const statuses: number[] = []
      for (let i = 0; i < 6; i += 1) statuses.push((await all.request(email)).status)
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    }
  })

  test('answers 429 to the 31st request from one network, but not to another network', async () => {
    const all = await start()
    const request = (i: number) => all.request(all.emailOf(`u${i}`), `2001:db8::${i}`)
    const answers = await Promise.all(Array.from({ length: 31 }, (_, i) => request(i)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await all.request(all.emailOf('u99'), '2001:db8:1::1')).status).toBe(202)
  })

  test('requests repeated at once under one Idempotency-Key send one mail', async () => {
    const all = await start()
    const headers = { 'idempotency-key': 'p1' }
    const answers = await Promise.all([1, 2, 3].map(() => all.request(all.email, undefined, headers)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await until('the first mail', () => all.requested().length > 0)
    const token = await all.mailed()
    expect(all.requested()).toHaveLength(2)
    expect((await all.confirm(token)).status).toBe(204)
  })
})
