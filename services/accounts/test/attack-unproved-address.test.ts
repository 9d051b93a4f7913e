import type { CloudEvent } from '@usher/contracts'
import { type Answer, collectEvents, createFakeClock, until } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { APP, oauthOf } from './support/oauth.ts'
import { PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

const VERIFY = '/account/verify-email'
const OTHER_PASSWORD = 'wrong donkey dynamo'
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

const resetMailedTo = async (email: string) =>
  tokenIn(
    await until('the mail', () =>
      of('member.password_reset_requested').find(({ data }) => data.email === email),
    ),
  )

const signUp = (email: string, password = PASSWORD, address?: string) =>
  all.open('/account/sign-up', { ...signUpOf(email), password }, address)

const prove = (token: string, password = PASSWORD) => all.open(VERIFY, { token, password })

/** An owner who has followed the link of their mail. */
async function verified(email: string) {
  const account = (await signUp(email)).body
  expect((await prove(await mailedTo(email))).status).toBe(204)
  return { account, ...(await all.enter(email)) }
}

/** An owner who never did, and is signed in, as was possible once. */
async function unproved(email: string) {
  const owner = await verified(email)
  await all.database.collection('members').updateOne({ email }, { $set: { email_verified_at: null } })
  return owner
}

type Owner = Awaited<ReturnType<typeof verified>>

const me = async ({ call }: Owner) => (await call('GET', '/account/me')).body

const invite = ({ call }: Owner, email: string) =>
  call('POST', '/account/invitations', { body: { email, role: 'host' } })

/** The token in the mail of an invitation. */
const invitedBy = async (owner: Owner, email: string) => {
  const { status, body } = await invite(owner, email)
  expect([status, body.token]).toEqual([201, null])
  return tokenIn(
    await until('the mail', () => of('member.invited').find(({ subject }) => subject === body.id)),
  )
}

const accept = (token: string) =>
  all.open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD })

/** What a stranger sees of an answer, but for what is another each time. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].filter((name) => name !== 'date'),
  fields: Object.keys(body),
  email_verified: body.email_verified,
  member: { ...body.member, id: '', created_at: '' },
})

/** A part of what is drawn in a TypeID, behind its time: where identifiers count up, it stays for billions of them. */
const drawnPartOf = (id: string): string => id.slice(id.indexOf('_') + 1).slice(11, 15)

describe('attack: ask by sign-up which addresses have an account', () => {
  const TAKEN = 'taken@usher.test'
  const FREE = 'free@usher.test'

  test('given an address that has one, when it is signed up with, then all answers are as for one that has none', async () => {
    const owner = await verified(TAKEN)
    const [taken, free] = [await signUp(TAKEN, OTHER_PASSWORD), await signUp(FREE, OTHER_PASSWORD)]
    expect(seen(taken)).toEqual({ ...seen(free), member: { ...seen(free).member, email: TAKEN } })
    expect(taken.body.email_verified).toBe(false)
    expect(taken.body.member.id).not.toBe(owner.account.member.id)
    const refusals = await Promise.all([TAKEN, FREE].map((email) => all.signIn(email, OTHER_PASSWORD)))
    expect(refusals.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      Array(2).fill([401, 'invalid_sign_in', 'No account has this e-mail address and password.']),
    )
  })

  test('given many answers, then their identifiers do not tell how much was made between them', async () => {
    const emails = Array.from({ length: 12 }, (_, n) => `counted${n}@usher.test`)
    const drawn: string[] = []
    for (const [n, email] of emails.entries()) {
      const { body } = await signUp(email, PASSWORD, `192.0.2.${100 + n}`)
      for (const { id } of [body.organization, body.member]) drawn.push(drawnPartOf(id))
    }
    expect(new Set(drawn).size).toBeGreaterThan(drawn.length / 2)
  })

  test('given the owner of the account, then they are told by mail, and theirs stays as it was', async () => {
    const told = await until('the mail', () =>
      of('member.sign_up_repeated').find(({ data }) => data.email === TAKEN),
    )
    expect([told.actor, told.data.link]).toEqual(['anonymous', 'http://localhost:8080/sign-in'])
    expect((await all.signIn(TAKEN)).status).toBe(200)
  })

  test('given a member who asked for a new password, when a stranger signs up with the address, then the link works', async () => {
    await all.open('/account/password-reset', { email: TAKEN })
    const token = await resetMailedTo(TAKEN)
    await signUp(TAKEN, OTHER_PASSWORD, '192.0.2.3')
    const body = { token, password: PASSWORD }
    expect((await all.open('/account/password-reset/confirm', body)).status).toBe(204)
  })

  test('given many sign-ups with one address, then after ten an hour no more mail, whether it has an account', async () => {
    for (const email of ['many@usher.test', TAKEN]) {
      let last = 201
      for (let n = 0; n < 11; n += 1) last = (await signUp(email, PASSWORD, '192.0.2.2')).status
      expect(last).toBe(429)
    }
  })
})

describe('attack: sign up with somebody else’s address', () => {
  test('given a link that nobody followed, when the account signs in, then as with a wrong password', async () => {
    const email = 'early@usher.test'
    const { organization } = (await signUp(email)).body
    expect((await all.signIn(email)).body.code).toBe('invalid_sign_in')
    const created = await until('the event', () =>
      of('organization.created').find(({ subject }) => subject === organization.id),
    )
    expect(created.data).toMatchObject({ verified_at: null })
  })

  test('given the link of the mail, when it is followed, then once, the account signs in and invites, and services are told', async () => {
    const owner = await verified('ada@usher.test')
    expect(await me(owner)).toMatchObject({ email_verified: true })
    expect((await invite(owner, 'bob@example.com')).status).toBe(201)
    const { organization } = owner.account
    const told = await until('the event', () =>
      of('organization.updated').find(({ subject }) => subject === organization.id),
    )
    expect(told.data).toMatchObject({ name: 'Bistro', verified_at: told.time })
    expect((await prove(await mailedTo('ada@usher.test'))).status).toBe(404)
  })

  test('given a link that its reader did not ask for, then without the password of the sign-up it proves nothing', async () => {
    const email = 'reader@usher.test'
    await signUp(email, OTHER_PASSWORD)
    const token = await mailedTo(email)
    const refused = await prove(token)
    expect([refused.status, refused.body.code]).toEqual([403, 'invalid_proof'])
    expect((await all.signIn(email, OTHER_PASSWORD)).status).toBe(401)
    expect((await prove(token, OTHER_PASSWORD)).status).toBe(204)
  })

  test('given two who sign up with one address, then the last counts, and the link of the first is void', async () => {
    const email = 'both@usher.test'
    await signUp(email, OTHER_PASSWORD)
    const first = await mailedTo(email)
    await signUp(email)
    expect((await prove(first, OTHER_PASSWORD)).status).toBe(404)
    expect((await prove(await mailedTo(email, 2))).status).toBe(204)
    expect((await all.signIn(email, OTHER_PASSWORD)).status).toBe(401)
    expect((await all.signIn(email)).status).toBe(200)
  })

  test('given two who do so at once, then both are answered alike, and there is one account', async () => {
    const email = 'at-once@usher.test'
    const answers = await Promise.all([signUp(email), signUp(email, OTHER_PASSWORD)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await all.database.collection('members').countDocuments({ email })).toBe(1)
  })

  test('given a member of before who never proved the address, when they invite, then 403 and no mail', async () => {
    const owner = await unproved('unproved@usher.test')
    expect(await me(owner)).toMatchObject({ email_verified: false })
    const { status, body } = await invite(owner, 'stranger@example.com')
    expect([status, body.code]).toEqual([403, 'email_unverified'])
  })

  test('given a stranger who holds an address, when its person accepts an invitation, then the stranger gives way', async () => {
    const stranger = await unproved('victim@usher.test')
    const owner = await verified('boss@usher.test')
    const token = await invitedBy(owner, 'victim@usher.test')
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
    const stranger = await unproved('kept@usher.test')
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
    expect((await accept(await invitedBy(owner, 'kept@usher.test'))).status).toBe(201)
    expect(await kept()).toEqual([0, 0])
    expect((await refresh(app, tokens.refresh_token)).error).toBe('invalid_grant')
  })

  test('given an address that is proved, when it is invited elsewhere, then it does not give way', async () => {
    await verified('mine@usher.test')
    const owner = await verified('other@usher.test')
    const token = await invitedBy(owner, 'mine@usher.test')
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
    const owner = await unproved(email)
    const first = await mailedTo(email)
    const again = () => owner.call('POST', `${VERIFY}/request`)
    expect((await again()).status).toBe(202)
    const second = await mailedTo(email, 2)
    expect((await prove(first)).status).toBe(404)
    for (let n = 2; n <= 5; n += 1) expect((await again()).status).toBe(202)
    expect((await again()).status).toBe(429)
    const last = await mailedTo(email, 6)
    expect(last).not.toBe(second)
    clock.advance(DAY_MS)
    expect((await prove(last)).status).toBe(404)
  })

  test('given a new password by mail, then the address is proved by that', async () => {
    const email = 'reset@usher.test'
    await signUp(email)
    await all.open('/account/password-reset', { email })
    const token = await resetMailedTo(email)
    await all.open('/account/password-reset/confirm', { token, password: PASSWORD })
    const member = await all.database.collection('members').findOne({ email })
    expect(member?.email_verified_at).toBeInstanceOf(Date)
  })
})
