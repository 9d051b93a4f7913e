import { createHash } from 'node:crypto'
import { operations } from '@usher/contracts'
import { collectEvents, createFakeClock, until } from '@usher/test-kit'
import jwt from 'jsonwebtoken'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { enrol } from './support/authenticator.ts'
import { APP, type Application, oauthOf } from './support/oauth.ts'
import { PASSWORD, startWithPeople, tokenOf } from './support/people.ts'

const OWN = '/account/me/oauth-grants'
const ALL = '/account/oauth-grants'

const clock = createFakeClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
let attacker: Application
beforeAll(async () => {
  all = await startWithPeople(clock)
  const stranger = await all.owner('stranger@usher.test')
  attacker = (await stranger.call('POST', '/account/oauth-clients', { body: APP })).body
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, connect, consentIn, exchange, forItself, refresh } = oauthOf(() => all)

/** A member who was talked into letting another organisation's application in. */
async function victim(name: string) {
  const owner = await all.owner(`${name}-owner@usher.test`)
  const member = await all.invited(owner.call, `${name}@usher.test`, 'manager')
  const tokens = await connect(attacker, member.token)
  const sha256 = hashOf(tokens.access_token)
  return {
    owner,
    member,
    email: `${name}@usher.test`,
    sha256,
    tokens,
    /** Statuses of the access token and of a refresh. */
    async left() {
      const { status } = await all.lookUp({ kind: 'access_token', sha256 })
      return [status, (await refresh(attacker, tokens.refresh_token)).error]
    },
  }
}

const ENDED = [404, 'invalid_grant']

const hashOf = (token = '') =>
  createHash('sha256')
    .update(jwt.decode(token, { json: true })?.jti ?? '')
    .digest('hex')

describe('an application that was let in and is to leave', () => {
  test('loses its tokens when the member changes their password', async () => {
    const { member, left } = await victim('changes')
    const body = { current_password: PASSWORD, new_password: `${PASSWORD} and more` }
    expect((await member.call('POST', '/account/password', { body })).status).toBe(204)
    expect(await left()).toEqual(ENDED)
  })

  test('a member lists their own grants and ends one: its tokens end and oauth_token.revoked is emitted', async () => {
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { member, sha256, left } = await victim('sees')
    const { body } = await member.call('GET', OWN)
    expect(operations.listOwnOAuthGrants.answer.parse(body)).toEqual(body)
    expect(body.data).toMatchObject([
      { client_id: attacker.id, client_name: 'App', member_id: member.caller.actor, scopes: APP.scopes },
    ])
    expect((await member.call('DELETE', `${OWN}/${body.data[0].id}`)).status).toBe(204)
    expect(await left()).toEqual(ENDED)
    expect((await member.call('GET', OWN)).body.data).toEqual([])
    expect((await member.call('DELETE', `${OWN}/${body.data[0].id}`)).status).toBe(404)
    await until('the event', () => collector.of(sha256)[0]?.type === 'oauth_token.revoked')
  })

  test("ending a grant given twice in one browser ends all its tokens, and no other client's", async () => {
    const { member } = await victim('again')
    const stranger = await all.owner('beside@usher.test')
    const app = (await stranger.call('POST', '/account/oauth-clients', { body: APP })).body
    const own = await forItself(app)
    const browser = browserOf(member.token)
    await consentIn(browser, attacker)
    const { code, verifier } = await consentIn(browser, attacker, { prompt: 'consent' })
    const tokens = await exchange(attacker, code, verifier)
    for (const { id } of (await member.call('GET', OWN)).body.data) {
      expect((await member.call('DELETE', `${OWN}/${id}`)).status).toBe(204)
    }
    expect((await refresh(attacker, tokens.refresh_token)).error).toBe('invalid_grant')
    const lookUp = (token = '') => all.lookUp({ kind: 'access_token', sha256: hashOf(token) })
    expect([(await lookUp(tokens.access_token)).status, (await lookUp(own.access_token)).status]).toEqual([
      404, 200,
    ])
    const left = await all.database
      .collection('oauth_artifacts')
      .countDocuments({ client_id: attacker.id, model: { $in: ['AccessToken', 'RefreshToken'] } })
    expect(left).toBe(0)
  })

  test('an owner lists the grants of all members, by page and by member, and ends one', async () => {
    const { owner, member, left } = await victim('managed')
    await connect(attacker, owner.token)
    const first = (await owner.call('GET', `${ALL}?limit=1`)).body
    expect(operations.listOAuthGrants.answer.parse(first)).toEqual(first)
    const rest = (await owner.call('GET', `${ALL}?limit=1&cursor=${first.next_cursor}`)).body
    const whose = [...first.data, ...rest.data].map(({ member_id }) => member_id)
    expect([whose, rest.next_cursor]).toEqual([[owner.caller.actor, member.caller.actor], null])
    const [grant] = (await owner.call('GET', `${ALL}?member_id=${member.caller.actor}`)).body.data
    expect(grant).toMatchObject({ member_name: 'Bob', client_id: attacker.id })
    expect((await owner.call('DELETE', `${ALL}/${grant.id}`)).status).toBe(204)
    expect(await left()).toEqual(ENDED)
    expect((await owner.call('GET', ALL)).body.data).toHaveLength(1)
  })

  test("a host and another organisation neither see a member's grant nor end it", async () => {
    const { owner, member, left } = await victim('theirs')
    const [{ id }] = (await member.call('GET', OWN)).body.data
    const host = await all.invited(owner.call, 'theirs-host@usher.test', 'host')
    const stranger = await all.owner('theirs-stranger@usher.test')
    expect((await host.call('GET', OWN)).body.data).toEqual([])
    expect((await stranger.call('GET', ALL)).body.data).toEqual([])
    expect((await host.call('DELETE', `${OWN}/${id}`)).status).toBe(404)
    expect((await host.call('DELETE', `${ALL}/${id}`)).body.code).toBe('insufficient_scope')
    expect((await stranger.call('DELETE', `${ALL}/${id}`)).status).toBe(404)
    expect(await left()).toEqual([200, undefined])
  })

  test('loses its tokens and its grant when the member is removed', async () => {
    const { owner, member, left } = await victim('removed')
    expect((await owner.call('DELETE', `/account/members/${member.caller.actor}`)).status).toBe(204)
    expect(await left()).toEqual(ENDED)
    expect((await owner.call('GET', ALL)).body.data).toEqual([])
  })

  test('cannot refresh when the member is gone but the grant is left', async () => {
    const { member, tokens } = await victim('gone')
    await all.database.collection<{ _id: string }>('members').deleteOne({ _id: member.caller.actor })
    expect((await refresh(attacker, tokens.refresh_token)).error).toBe('invalid_grant')
  })

  test("loses its tokens when the member's password is reset", async () => {
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { email, left } = await victim('reset')
    await all.open('/account/password-reset', { email })
    const mail = await until('the mail', () =>
      collector.events.find(({ type }) => type === 'member.password_reset_requested'),
    )
    const { link } = withOpenLink(mail, all.config.secretKeys).data as { link: string }
    const token = new URL(link).searchParams.get('token')
    const confirm = { token, password: 'a whole new password' }
    expect((await all.open('/account/password-reset/confirm', confirm)).status).toBe(204)
    expect(await left()).toEqual(ENDED)
  })

  test('ends when the member changes the password', async () => {
    const { member, left } = await victim('change')
    const body = { current_password: PASSWORD, new_password: 'a whole new password' }
    expect((await member.call('POST', '/account/password', { body })).status).toBe(204)
    expect(await left()).toEqual(ENDED)
  })

  test('loses its tokens when the member enables a second factor, which ends the other sessions too', async () => {
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { member, email, left } = await victim('factor')
    const other = tokenOf(await all.signIn(email))
    const id = (await all.resolve(other)).credential?.session_id ?? ''
    await enrol(member.call, clock)
    expect(await left()).toEqual(ENDED)
    expect((await all.resolve(other)).status).toBe(404)
    expect((await all.resolve(member.token)).status).toBe(200)
    await until('the event', () => collector.of(id)[0]?.type === 'session.revoked')
  })
})
