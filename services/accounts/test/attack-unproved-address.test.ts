import type { CloudEvent } from '@usher/contracts'
import { collectEvents, createFakeClock, until } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { APP, oauthOf } from './support/oauth.ts'
import { PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

const VERIFY = '/account/verify-email'
const DAY_MS = 24 * 3_600_000

type Collector = Awaited<ReturnType<typeof collectEvents>>

const clock = createFakeClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
let collector: Collector
beforeAll(async () => {
  all = await startWithPeople(clock, { verifiesAddresses: true })
  collector = await collectEvents(all.infrastructure.rabbitUrl)
})
afterAll(async () => {
  await collector[Symbol.asyncDispose]()
  await all[Symbol.asyncDispose]()
})

const { connect, refresh } = oauthOf(() => all)

const of = (type: string) =>
  collector.events.filter((event) => event.type === type) as CloudEvent<Record<string, string>>[]

/** The token in the link of a mail, as its reader gets it. */
const tokenIn = (event: CloudEvent): string => {
  const { link = '' } = withOpenLink(event, all.config.secretKeys).data as { link?: string }
  return new URL(link).searchParams.get('token') ?? ''
}

/** The token of the last of so many mails to an address. */
const mailedTo = (email: string, count = 1) =>
  until('the mail', () => {
    const mails = of('member.email_verification_requested').filter(({ data }) => data.email === email)
    const mail = mails.length >= count && mails.at(-1)
    return mail && tokenIn(mail)
  })

/** An owner who has followed the link of their mail. */
async function verified(email: string) {
  const owner = await all.owner(email)
  expect((await all.open(VERIFY, { token: await mailedTo(email) })).status).toBe(204)
  return owner
}

type Owner = Awaited<ReturnType<typeof all.owner>>

const me = async ({ call }: Owner) => (await call('GET', '/account/me')).body

const invite = ({ call }: Owner, email: string) =>
  call('POST', '/account/invitations', { body: { email, role: 'host' } })

const accept = (token: string) =>
  all.open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD })

describe('attack: sign up with somebody else’s address', () => {
  test('given an address that nobody proved, when the account invites, then 403 and no mail', async () => {
    const owner = await all.owner('unproved@usher.test')
    expect(await me(owner)).toMatchObject({ email_verified: false })
    const { status, body } = await invite(owner, 'stranger@example.com')
    expect([status, body.code]).toEqual([403, 'email_unverified'])
    const created = await until('the event', () =>
      of('organization.created').find(({ subject }) => subject === owner.account.organization.id),
    )
    expect(created.data).toMatchObject({ verified_at: null })
  })

  test('given the link of the mail, when it is followed, then once, the account invites, and services are told', async () => {
    const owner = await verified('ada@usher.test')
    expect(await me(owner)).toMatchObject({ email_verified: true })
    expect((await invite(owner, 'bob@example.com')).status).toBe(201)
    const { organization } = owner.account
    const told = await until('the event', () =>
      of('organization.updated').find(({ subject }) => subject === organization.id),
    )
    expect(told.data).toMatchObject({ name: 'Bistro', verified_at: told.time })
    expect((await all.open(VERIFY, { token: await mailedTo('ada@usher.test') })).status).toBe(404)
  })

  test('given a stranger who holds an address, when its person accepts an invitation, then the stranger gives way', async () => {
    const stranger = await all.owner('victim@usher.test')
    const owner = await verified('boss@usher.test')
    const { token } = (await invite(owner, 'victim@usher.test')).body
    const accepted = await accept(token)
    expect([accepted.status, accepted.body.organization.id]).toEqual([201, owner.account.organization.id])
    expect((await all.resolve(stranger.token)).status).toBe(404)
    const removed = await until('the event', () =>
      of('member.removed').find(({ subject }) => subject === stranger.account.member.id),
    )
    expect(removed.organizationid).toBe(stranger.account.organization.id)
    const session = await all.signIn('victim@usher.test')
    expect(session.status).toBe(200)
  })

  test('given a stranger who gives way, then neither their browser nor their application keeps anything', async () => {
    const stranger = await all.owner('kept@usher.test')
    const app = (await stranger.call('POST', '/account/oauth-clients', { body: APP })).body
    const tokens = await connect(app, stranger.token)
    const ofStranger = { member_id: stranger.account.member.id }
    const kept = () =>
      Promise.all(
        ['known_devices', 'oauth_artifacts'].map((name) =>
          all.database.collection(name).countDocuments(ofStranger),
        ),
      )
    expect(await kept()).toEqual([1, 1])
    const owner = await verified('chief@usher.test')
    expect((await accept((await invite(owner, 'kept@usher.test')).body.token)).status).toBe(201)
    expect(await kept()).toEqual([0, 0])
    expect((await refresh(app, tokens.refresh_token)).error).toBe('invalid_grant')
  })

  test('given an address that is proved, when it is invited elsewhere, then it does not give way', async () => {
    await verified('mine@usher.test')
    const owner = await verified('other@usher.test')
    const { token } = (await invite(owner, 'mine@usher.test')).body
    expect((await accept(token)).body.code).toBe('email_taken')
  })
})

describe('a mail to prove an address', () => {
  test('given no name, then whoever signs up with a strange address writes nothing into it', async () => {
    const email = 'quiet@usher.test'
    await all.open('/account/sign-up', { ...signUpOf(email), organization_name: 'SPAM', name: 'SPAM' })
    await mailedTo(email)
    const [event] = of('member.email_verification_requested').filter(({ data }) => data.email === email)
    expect(JSON.stringify(event)).not.toContain('SPAM')
  })

  test('given it is asked for again, then the link before is void; after five a day 429; after a day it is too late', async () => {
    const email = 'again@usher.test'
    const owner = await all.owner(email)
    const first = await mailedTo(email)
    const again = () => owner.call('POST', `${VERIFY}/request`)
    expect((await again()).status).toBe(202)
    const second = await mailedTo(email, 2)
    expect((await all.open(VERIFY, { token: first })).status).toBe(404)
    for (let n = 2; n <= 5; n += 1) expect((await again()).status).toBe(202)
    expect((await again()).status).toBe(429)
    const last = await mailedTo(email, 6)
    expect(last).not.toBe(second)
    clock.advance(DAY_MS)
    expect((await all.open(VERIFY, { token: last })).status).toBe(404)
  })

  test('given a new password by mail, then the address is proved by that', async () => {
    const email = 'reset@usher.test'
    await all.owner(email)
    await all.open('/account/password-reset', { email })
    const mail = await until('the mail', () =>
      of('member.password_reset_requested').find(({ data }) => data.email === email),
    )
    const token = tokenIn(mail)
    await all.open('/account/password-reset/confirm', { token, password: PASSWORD })
    const member = await all.database.collection('members').findOne({ email })
    expect(member?.email_verified_at).toBeInstanceOf(Date)
  })
})
