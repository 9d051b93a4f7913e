import { operations, ROLES } from '@usher/contracts'
import { collectEvents, until } from '@usher/test-kit'
import { sharePeople, tokenOf } from './support/people.ts'

const hours = (count: number) => count * 3_600_000

const start = sharePeople()

describe('a session', () => {
  test('resolves to the organisation, member and scopes of an owner, and its hash is no API key', async () => {
    const all = await start()
    const { account, caller, token } = await all.owner()
    const { credential } = await all.resolve(token)
    expect(credential).toMatchObject({
      organization_id: account.organization.id,
      actor: account.member.id,
      session_id: expect.stringMatching(/^ses_/),
      scopes: ROLES.owner,
      plan: 'standard',
    })
    const session = await all.database.collection('sessions').findOne({ member_id: caller.actor })
    const isKey = await all.lookUp({ sha256: session?.sha256 })
    expect(isKey.status).toBe(404)
  })

  test.each(Object.keys(ROLES) as (keyof typeof ROLES)[])(
    'a session of a %s has exactly the scopes of the role',
    async (role) => {
      const all = await start()
      const { token, account } = await all.owner()
      await all.database.collection('members').updateOne({ email: account.member.email }, { $set: { role } })
      expect((await all.resolve(token)).credential?.scopes).toEqual(ROLES[role])
    },
  )

  test('ends after 12 hours or when its member is gone', async () => {
    const all = await start()
    const { token } = await all.owner()
    all.clock.advance(hours(12) - 60_000)
    expect((await all.resolve(token)).status).toBe(200)
    all.clock.advance(60_000)
    expect((await all.resolve(token)).status).toBe(404)
    const other = await all.owner(all.emailOf('bob'))
    await all.database.collection('members').deleteOne({ email: other.account.member.email })
    expect((await all.resolve(other.token)).status).toBe(404)
  })

  test('/account/me has the organisation, member, session, scopes and a CSRF token', async () => {
    const all = await start()
    const { call, account, caller } = await all.owner()
    const signedIn = await all.signIn(all.emailOf('ada'))
    const { status, body } = await call('GET', '/account/me')
    expect([status, operations.getMe.answer.parse(body)]).toEqual([200, body])
    const { organization, member } = account
    const facts = { organization, member, session_id: caller.session_id, scopes: ROLES.owner }
    expect(body).toMatchObject(facts)
    expect(body.csrf_token).not.toBe(signedIn.body.csrf_token)
  })

  test('sign-out ends the session, deletes its cookie and emits session.revoked once', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { call, caller, token } = await all.owner()
    const answer = await call('POST', '/account/sign-out')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      'usher_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ])
    expect((await all.resolve(token)).status).toBe(404)
    expect((await call('POST', '/account/sign-out')).status).toBe(204)
    const id = caller.session_id ?? ''
    const event = await until('the event', () => collector.of(id)[0])
    expect(event).toMatchObject({ type: 'session.revoked', actor: caller.actor, sequence: 1, data: { id } })
    expect(collector.of(id)).toHaveLength(1)
  })
})

describe('the list of sessions', () => {
  test('shows the newest first, page by page, without tokens', async () => {
    const all = await start()
    const { call, caller } = await all.owner()
    for (let i = 0; i < 2; i += 1) await all.signIn(all.emailOf('ada'))
    const first = await call('GET', '/account/sessions?limit=2')
    expect(operations.listSessions.answer.parse(first.body)).toEqual(first.body)
    const rest = await call('GET', `/account/sessions?limit=2&cursor=${first.body.next_cursor}`)
    const listed = [...first.body.data, ...rest.body.data]
    expect(rest.body.next_cursor).toBeNull()
    expect(listed.map(({ is_current }) => is_current)).toEqual([false, false, true])
    expect(listed[2]).toMatchObject({ id: caller.session_id, address: all.address, user_agent: 'Test/1' })
    expect((await call('GET', '/account/sessions?cursor=x')).body.code).toBe('invalid_cursor')
  })

  test("ending another session of one's own ends it, and a second time answers 404", async () => {
    const all = await start()
    const { call, token } = await all.owner()
    const other = tokenOf(await all.signIn(all.emailOf('ada')))
    const id = (await all.resolve(other)).credential?.session_id
    expect((await call('DELETE', `/account/sessions/${id}`)).status).toBe(204)
    expect((await all.resolve(other)).status).toBe(404)
    expect((await all.resolve(token)).status).toBe(200)
    expect((await call('DELETE', `/account/sessions/${id}`)).status).toBe(404)
  })

  test("answers 404 for another member's session, even within one organisation", async () => {
    const all = await start()
    const ada = await all.owner()
    const bob = await all.owner(all.emailOf('bob'))
    const path = `/account/sessions/${bob.caller.session_id}`
    expect((await ada.call('DELETE', path)).status).toBe(404)
    const colleague = { ...ada.caller, organization_id: bob.caller.organization_id }
    expect((await all.as(colleague)('DELETE', path)).status).toBe(404)
    expect((await ada.call('GET', '/account/sessions')).body.data).toHaveLength(1)
    expect((await all.resolve(bob.token)).status).toBe(200)
  })
})
