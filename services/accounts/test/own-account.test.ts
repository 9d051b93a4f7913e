import { type CloudEvent, operations } from '@usher/contracts'
import { collectEvents, startOnce, until } from '@usher/test-kit'
import { PASSWORD, sharePeople, tokenOf } from './support/people.ts'

const NEW_PASSWORD = 'a whole new password'

const people = sharePeople()
const collected = startOnce(async () => collectEvents((await people()).infrastructure.rabbitUrl))

async function start() {
  const all = await people()
  const collector = await collected()
  const owner = await all.owner()
  const isOwn = ({ organizationid }: CloudEvent) => organizationid === owner.caller.organization_id
  return {
    ...all,
    newOwner: all.owner,
    owner,
    of: (type: string) => collector.events.filter((event) => event.type === type && isOwn(event)),
    change: (current_password: string, new_password = NEW_PASSWORD, headers = {}) =>
      owner.call('POST', '/account/password', { body: { current_password, new_password }, headers }),
    rename: (body: object) => owner.call('PATCH', '/account/me', { body }),
  }
}

const shared = startOnce(start)

describe('changing the password', () => {
  test('the new password replaces the old one and only the requesting session stays', async () => {
    const all = await start()
    const other = tokenOf(await all.signIn(all.emailOf('ada')))
    const stranger = await all.newOwner(all.emailOf('zoe'))
    expect((await all.change(PASSWORD)).status).toBe(204)
    expect((await all.resolve(all.owner.token)).status).toBe(200)
    expect((await all.resolve(other)).status).toBe(404)
    expect((await all.resolve(stranger.token)).status).toBe(200)
    expect((await all.signIn(all.emailOf('ada'))).status).toBe(401)
    expect((await all.signIn(all.emailOf('ada'), NEW_PASSWORD)).status).toBe(200)
    const event = await until('the event', () => all.of('member.password_changed')[0])
    expect(event).toMatchObject({ subject: all.owner.caller.actor, actor: all.owner.caller.actor })
  })

  test('voids an open password reset', async () => {
    const all = await start()
    await all.open('/account/password-reset', { email: all.emailOf('ada') })
    await all.change(PASSWORD)
    expect(
      await all.database
        .collection('password_resets')
        .countDocuments({ organization_id: all.owner.caller.organization_id }),
    ).toBe(0)
  })

  test('answers 403 to a wrong password, and 429 after 10, even to the right one', async () => {
    const all = await start()
    for (let i = 0; i < 10; i += 1) {
      const { status, body } = await all.change('wrong')
      expect([status, body.code]).toEqual([403, 'invalid_proof'])
    }
    expect((await all.change(PASSWORD)).status).toBe(429)
    expect((await all.resolve(all.owner.token)).status).toBe(200)
  })

  test('one of two simultaneous changes succeeds, and its password signs in', async () => {
    const all = await start()
    const passwords = ['one new password', 'two new passwords']
    const answers = await Promise.all(passwords.map((password) => all.change(PASSWORD, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]
    expect((await all.signIn(all.emailOf('ada'), winner)).status).toBe(200)
  })

  test('answers 204 to each request repeated under one Idempotency-Key, and emits at most one event', async () => {
    const all = await start()
    const change = () => all.change(PASSWORD, NEW_PASSWORD, { 'idempotency-key': 'c1' })
    const answers = await Promise.all([change(), change(), change()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(all.of('member.password_changed').length).toBeLessThan(2)
  })

  test.each([{ new_password: 'short' }, { current_password: 1 }, { email: 'x@usher.test' }])(
    'answers 400 for %j',
    async (fault) => {
      const all = await shared()
      const body = { current_password: PASSWORD, new_password: NEW_PASSWORD, ...fault }
      expect((await all.owner.call('POST', '/account/password', { body })).status).toBe(400)
    },
  )

  test("answers 404 to a caller whose organisation is not the member's", async () => {
    const all = await start()
    const stranger = await all.newOwner(all.emailOf('zoe'))
    const mixed = all.as({ ...all.owner.caller, organization_id: stranger.caller.organization_id })
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    expect((await mixed('POST', '/account/password', { body })).status).toBe(404)
    expect((await mixed('PATCH', '/account/me', { body: { name: 'Eve' } })).status).toBe(404)
  })
})

describe('changing the own name', () => {
  test('trims and shows the new name, and emits one member.updated without the name', async () => {
    const all = await start()
    const { status, body } = await all.rename({ name: ' Ada L. ' })
    expect([status, operations.updateMe.answer.parse(body).name]).toEqual([200, 'Ada L.'])
    expect((await all.owner.call('GET', '/account/me')).body.member.name).toBe('Ada L.')
    // The same again is no change.
    await all.rename({ name: 'Ada L.' })
    await all.change(PASSWORD)
    await until('the last event', () => all.of('member.password_changed')[0])
    expect(all.of('member.updated')).toMatchObject([{ sequence: 1, data: { role: 'owner' } }])
    expect(JSON.stringify(all.of('member.updated'))).not.toContain('Ada')
  })

  test('answers 200 to an empty change and keeps the name', async () => {
    const all = await shared()
    const { name } = (await all.owner.call('GET', '/account/me')).body.member
    expect(await all.rename({})).toMatchObject({ status: 200, body: { name } })
  })

  test.each([{ name: ' ' }, { name: 'x'.repeat(101) }, { name: 'Ada', role: 'owner' }])(
    'answers 400 for %j',
    async (body) => {
      const all = await shared()
      expect((await all.rename(body)).status).toBe(400)
    },
  )
})
