import { HOUR_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { enrol } from './support/authenticator.ts'
import { PASSWORD } from './support/people.ts'
import { CONFIRM, NEW_PASSWORD, RESET, shareResets } from './support/resets.ts'

const start = shareResets()

describe('setting a password by a token', () => {
  test('the new password replaces the old one, and every session ends', async () => {
    const all = await start()
    const token = await all.mailed()
    expect((await all.confirm(token)).status).toBe(204)
    expect((await all.resolve(all.owner.token)).status).toBe(404)
    expect((await all.signIn(all.email)).status).toBe(401)
    expect((await all.signIn(all.email, NEW_PASSWORD)).status).toBe(200)
    const event = await until('the event', () => all.of('member.password_changed')[0])
    const id = all.owner.caller.actor
    expect(event).toMatchObject({ subject: id, actor: id, sequence: 1, data: { id } })
  })

  test('one of 5 simultaneous uses of a token sets the password', async () => {
    const all = await start()
    const token = await all.mailed()
    const passwords = Array.from({ length: 5 }, (_, i) => `password number ${i}`)
    const answers = await Promise.all(passwords.map((password) => all.confirm(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]
    expect((await all.signIn(all.email, winner)).status).toBe(200)
  })

  test('answers 404 to a token that was used, replaced or is an hour old, and changes nothing', async () => {
    const all = await start()
    const [first, second] = [await all.mailed(), await all.mailed()]
    expect((await all.confirm(first)).status).toBe(404)
    all.clock.advance(HOUR_MS)
    expect((await all.confirm(second)).status).toBe(404)
    expect((await all.signIn(all.email)).status).toBe(200)
    const third = await all.mailed()
    expect((await all.confirm(third)).status).toBe(204)
    const again = await all.confirm(third, 'yet another password')
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    expect((await all.signIn(all.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('answers 204 to each request repeated under one Idempotency-Key', async () => {
    const all = await start()
    const token = await all.mailed()
    const headers = { 'idempotency-key': 'c1' }
    const confirm = () => all.confirm(token, NEW_PASSWORD, headers)
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await confirm()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('keeps the second factor on', async () => {
    const all = await start()
    const { code } = await enrol(all.owner.call, all.clock)
    expect((await all.confirm(await all.mailed())).status).toBe(204)
    expect((await all.signIn(all.email, NEW_PASSWORD)).body.code).toBe('second_factor_required')
    const proof = { totp: code() }
    expect((await all.signIn(all.email, NEW_PASSWORD, undefined, proof)).status).toBe(200)
  })

  test('answers 404 for a member removed in the meantime, and deletes the token', async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    await all.request(all.emailOf('bob'))
    const event = await until('the event', () => all.requested()[0])
    await all.owner.call('DELETE', `/account/members/${bob.caller.actor}`)
    expect(await all.kept(bob.caller.actor)).toEqual([])
    expect((await all.confirm(all.tokenIn(event))).status).toBe(404)
  })

  test('leaves no session from sign-ins with the old password at the same time', async () => {
    const all = await start()
    for (let round = 0; round < 3; round += 1) {
      const old = round === 0 ? PASSWORD : `password number ${round - 1}`
      const token = await all.mailed()
      const signIns = Array.from({ length: 4 }, () => all.signIn(all.email, old))
      await Promise.all([all.confirm(token, `password number ${round}`), ...signIns])
      expect(
        await all.database.collection('sessions').countDocuments({ member_id: all.owner.caller.actor }),
      ).toBe(0)
    }
  })

  test('refuses a short password, an unknown field and an unknown token, and the real token stays valid', async () => {
    const all = await start()
    const token = await all.mailed()
    expect((await all.confirm(token, 'short')).status).toBe(400)
    expect((await all.open(CONFIRM, { token, password: NEW_PASSWORD, email: all.email })).status).toBe(400)
    expect((await all.open(RESET, { email: 'x' })).status).toBe(400)
    expect((await all.confirm('x')).status).toBe(404)
    expect((await all.confirm(token)).status).toBe(204)
  })
})
