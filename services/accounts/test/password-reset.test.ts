import { describe, expect, test } from '@jest/globals'
import type { CloudEvent } from '@usher/contracts'
import { collectEvents, createFakeClock, until } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { enrol } from './support/authenticator.ts'
import { PASSWORD, startWithPeople } from './support/people.ts'

const EMAIL = 'ada@usher.test'
const RESET = '/account/password-reset'
const CONFIRM = '/account/password-reset/confirm'
const NEW_PASSWORD = 'a whole new password'
const HOUR_MS = 3_600_000

async function start() {
  const clock = createFakeClock()
  const stack = new AsyncDisposableStack()
  const all = stack.use(await startWithPeople(clock))
  const collector = stack.use(await collectEvents(all.infrastructure.rabbitUrl))
  const owner = await all.owner(EMAIL)
  const of = (type: string) => collector.events.filter((event) => event.type === type)
  const requested = () => of('member.password_reset_requested') as CloudEvent<Record<string, string>>[]
  const request = (email = EMAIL, address?: string, headers?: Record<string, string>) =>
    all.open(RESET, { email }, address, headers)
  return {
    ...all,
    clock,
    owner,
    of,
    requested,
    request,
    /** Asks for a reset; gives the token of its mail. */
    async mailed(): Promise<string> {
      const before = requested().length
      await request()
      const event = await until('the event', () => requested()[before])
      return new URL(event.data.link ?? '').searchParams.get('token') ?? ''
    },
    confirm: (token: string, password = NEW_PASSWORD, headers?: Record<string, string>) =>
      all.open(CONFIRM, { token, password }, undefined, headers),
    kept: () => all.database.collection('password_resets').find().toArray(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

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

describe('asking for a password reset', () => {
  test('given a member, then 202 and an event with a link good for an hour; its token is not kept', async () => {
    await using all = await start()
    const { status, body } = await all.request('Ada@usher.test')
    expect([status, body]).toEqual([202, ''])
    const event = await until('the event', () => all.requested()[0])
    const { link = '', expires_at = '', ...data } = event.data
    expect(data).toEqual({ id: all.owner.caller.actor, name: 'Ada', email: EMAIL })
    expect(event).toMatchObject({
      organizationid: all.owner.caller.organization_id,
      actor: 'anonymous',
      sequence: 1,
      requestid: 'test-request',
    })
    expect(link).toMatch(/^http:\/\/localhost:8080\/reset-password\?token=[\w-]{43}$/)
    expect(Math.abs(Date.parse(expires_at) - all.clock.now().getTime() - HOUR_MS)).toBeLessThan(10_000)
    expect(JSON.stringify(await all.kept())).not.toContain(link.split('=')[1])
  })

  test('given nobody of this address, then the same answer and the same work, but no event', async () => {
    await using all = await start()
    const work = await watchWork(all.database)
    const known = await all.request()
    const workForKnown = await work()
    const unknown = await all.request('nobody@usher.test')
    expect(workForKnown).toContain('insert password_resets')
    expect(await work()).toEqual(workForKnown)
    const told = ({ status, body, headers }: typeof known) => [status, body, [...headers.keys()].sort()]
    expect(told(unknown)).toEqual(told(known))
    await until('the outbox to be empty', async () => {
      return (await all.database.collection('outbox').countDocuments()) === 0
    })
    expect(all.requested()).toHaveLength(1)
  })

  test('given 6 requests for one account, then the last gets 429, whether it exists or not', async () => {
    await using all = await start()
    for (const email of [EMAIL, 'nobody@usher.test']) {
      const statuses: number[] = []
      for (let i = 0; i < 6; i += 1) statuses.push((await all.request(email, `192.0.2.${i}`)).status)
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    }
  })

  test('given 31 requests from one network, then the last gets 429; another goes on', async () => {
    await using all = await start()
    const request = (i: number) => all.request(`u${i}@usher.test`, `2001:db8::${i}`)
    const answers = await Promise.all(Array.from({ length: 31 }, (_, i) => request(i)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await all.request('u99@usher.test', '2001:db8:1::1')).status).toBe(202)
  })

  test('given an Idempotency-Key, when it is repeated at once, then one mail goes out', async () => {
    await using all = await start()
    const headers = { 'idempotency-key': 'p1' }
    const answers = await Promise.all([1, 2, 3].map(() => all.request(EMAIL, undefined, headers)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const token = await all.mailed()
    expect(all.requested()).toHaveLength(2)
    expect((await all.confirm(token)).status).toBe(204)
  })
})

describe('setting a password by a token', () => {
  test('given a token, then the new password counts, the old does not, and every session has ended', async () => {
    await using all = await start()
    const token = await all.mailed()
    expect((await all.confirm(token)).status).toBe(204)
    expect((await all.resolve(all.owner.token)).status).toBe(404)
    expect((await all.signIn(EMAIL)).status).toBe(401)
    expect((await all.signIn(EMAIL, NEW_PASSWORD)).status).toBe(200)
    const event = await until('the event', () => all.of('member.password_changed')[0])
    const id = all.owner.caller.actor
    expect(event).toMatchObject({ subject: id, actor: id, sequence: 1, data: { id } })
  })

  test('given one token sent 5 times at once, then one password is set', async () => {
    await using all = await start()
    const token = await all.mailed()
    const passwords = Array.from({ length: 5 }, (_, i) => `password number ${i}`)
    const answers = await Promise.all(passwords.map((password) => all.confirm(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]
    expect((await all.signIn(EMAIL, winner)).status).toBe(200)
  })

  test('given one that was used, replaced or is an hour old, then 404 and nothing changes', async () => {
    await using all = await start()
    const [first, second] = [await all.mailed(), await all.mailed()]
    expect((await all.confirm(first)).status).toBe(404)
    all.clock.advance(HOUR_MS)
    expect((await all.confirm(second)).status).toBe(404)
    expect((await all.signIn(EMAIL)).status).toBe(200)
    const third = await all.mailed()
    expect((await all.confirm(third)).status).toBe(204)
    const again = await all.confirm(third, 'yet another password')
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    expect((await all.signIn(EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  test('given an Idempotency-Key, when it is repeated at once, then each is answered 204', async () => {
    await using all = await start()
    const token = await all.mailed()
    const headers = { 'idempotency-key': 'c1' }
    const confirm = () => all.confirm(token, NEW_PASSWORD, headers)
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await confirm()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('given a second factor, then it stays on', async () => {
    await using all = await start()
    const { code } = await enrol(all.owner.call, all.clock)
    expect((await all.confirm(await all.mailed())).status).toBe(204)
    expect((await all.signIn(EMAIL, NEW_PASSWORD)).body.code).toBe('second_factor_required')
    const proof = { totp: code() }
    expect((await all.signIn(EMAIL, NEW_PASSWORD, undefined, proof)).status).toBe(200)
  })

  test('given a member who was removed meanwhile, then 404 and nothing of the token is left', async () => {
    await using all = await start()
    const bob = await all.invited(all.owner.call, 'bob@usher.test', 'host')
    await all.request('bob@usher.test')
    const event = await until('the event', () => all.requested()[0])
    await all.owner.call('DELETE', `/account/members/${bob.caller.actor}`)
    expect(await all.kept()).toEqual([])
    const token = event.data.link?.split('=')[1] ?? ''
    expect((await all.confirm(token)).status).toBe(404)
  })

  test('given sign-ins with the old password at the same time, then none of their sessions is left', async () => {
    await using all = await start()
    for (let round = 0; round < 3; round += 1) {
      const old = round === 0 ? PASSWORD : `password number ${round - 1}`
      const token = await all.mailed()
      const signIns = Array.from({ length: 4 }, () => all.signIn(EMAIL, old))
      await Promise.all([all.confirm(token, `password number ${round}`), ...signIns])
      expect(await all.database.collection('sessions').countDocuments()).toBe(0)
    }
  })

  test('given a short password, an unknown field or an unknown token, then it is refused', async () => {
    await using all = await start()
    const token = await all.mailed()
    expect((await all.confirm(token, 'short')).status).toBe(400)
    expect((await all.open(CONFIRM, { token, password: NEW_PASSWORD, email: EMAIL })).status).toBe(400)
    expect((await all.open(RESET, { email: 'x' })).status).toBe(400)
    expect((await all.confirm('x')).status).toBe(404)
    expect((await all.confirm(token)).status).toBe(204)
  })
})
