import type { CloudEvent } from '@usher/contracts'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Answer, collectEvents, createFakeClock, until } from '@usher/test-kit'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { nextAddress, PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

const VERIFY = '/account/verify-email'
const OTHER_PASSWORD = 'wrong donkey dynamo'

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

const of = (type: string) =>
  collector.events.filter((event) => event.type === type) as CloudEvent<Record<string, string>>[]

/** The token in the link of a mail, as its reader gets it. */
const tokenIn = (event: CloudEvent): string => {
  const { link = '' } = withOpenLink(event, all.config.secretKeys).data as { link?: string }
  return new URL(link).searchParams.get('token') ?? ''
}

/** The token of a sign-up's mail. */
const mailFor = async ({ body }: Answer) =>
  tokenIn(
    await until('the mail', () =>
      of('member.email_verification_requested').find(({ data }) => data.id === body.member.id),
    ),
  )

const resetMailedTo = async (email: string) =>
  tokenIn(
    await until('the mail', () =>
      of('member.password_reset_requested').find(({ data }) => data.email === email),
    ),
  )

const signUp = (email: string, password = PASSWORD, address = nextAddress()) =>
  all.open('/account/sign-up', { ...signUpOf(email), password }, address)

const prove = (token: string, password = PASSWORD) => all.open(VERIFY, { token, password })

/** An owner who has followed the link of their mail. */
async function verified(email: string) {
  const signedUp = await signUp(email)
  expect((await prove(await mailFor(signedUp))).status).toBe(204)
  return { account: signedUp.body, ...(await all.enter(email)) }
}

type Owner = Awaited<ReturnType<typeof verified>>

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

describe('attack: ask by sign-up which addresses have an account', () => {
  const TAKEN = 'taken@usher.test'
  const FREE = 'free@usher.test'

  test('signing up with a taken address answers exactly as with a free one', async () => {
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

  test('the owner of a taken address gets a mail about the sign-up and can still sign in', async () => {
    const told = await until('the mail', () =>
      of('member.sign_up_repeated').find(({ data }) => data.email === TAKEN),
    )
    expect([told.actor, told.data.link]).toEqual(['anonymous', 'http://localhost:8080/sign-in'])
    expect((await all.signIn(TAKEN)).status).toBe(200)
  })

  test("a sign-up with a taken address leaves the member's password reset link valid", async () => {
    await all.open('/account/password-reset', { email: TAKEN })
    const token = await resetMailedTo(TAKEN)
    await signUp(TAKEN, OTHER_PASSWORD)
    const body = { token, password: PASSWORD }
    expect((await all.open('/account/password-reset/confirm', body)).status).toBe(204)
  })

  test('answers 429 to the sixth sign-up with one address in an hour, taken or not', async () => {
    for (const email of ['many@usher.test', TAKEN]) {
      let last = 201
      for (let n = 0; n < 6; n += 1) last = (await signUp(email, PASSWORD, '192.0.2.2')).status
      expect(last).toBe(429)
    }
  })
})

describe('attack: sign up with somebody else’s address', () => {
  const accountsOf = (email: string) => all.database.collection('members').countDocuments({ email })

  test('creates no account and no organisation until the link in the mail is followed', async () => {
    const email = 'early@usher.test'
    const { body } = await signUp(email)
    expect((await all.signIn(email)).body.code).toBe('invalid_sign_in')
    expect(await accountsOf(email)).toBe(0)
    const { id } = body.organization
    expect(await all.database.collection('organizations').countDocuments({ _id: id })).toBe(0)
  })

  test('following the link once creates the account of the sign-up and emits organization.created', async () => {
    const signedUp = await signUp('ada@usher.test')
    const token = await mailFor(signedUp)
    expect((await prove(token)).status).toBe(204)
    const { organization, member } = signedUp.body
    const { body } = await (await all.enter('ada@usher.test')).call('GET', '/account/me')
    expect([body.organization.id, body.member.id]).toEqual([organization.id, member.id])
    const told = await until('the event', () =>
      of('organization.created').find(({ subject }) => subject === organization.id),
    )
    expect(told.data).toMatchObject({ name: 'Bistro', verified_at: told.time })
    expect((await prove(token)).status).toBe(404)
  })

  test('answers 403 to a link followed without the password of its sign-up, and creates no account', async () => {
    const email = 'reader@usher.test'
    const token = await mailFor(await signUp(email, OTHER_PASSWORD))
    const refused = await prove(token)
    expect([refused.status, refused.body.code]).toEqual([403, 'invalid_proof'])
    expect((await all.signIn(email, OTHER_PASSWORD)).status).toBe(401)
    expect((await prove(token, OTHER_PASSWORD)).status).toBe(204)
  })

  test("repeated sign-ups by a stranger leave the owner's link valid", async () => {
    const email = 'kept-out@usher.test'
    const own = await mailFor(await signUp(email))
    for (let n = 0; n < 3; n += 1) {
      const strange = await signUp(email, OTHER_PASSWORD)
      expect((await prove(await mailFor(strange))).body.code).toBe('invalid_proof')
    }
    expect((await prove(own)).status).toBe(204)
    expect((await all.signIn(email)).status).toBe(200)
  })

  test('a stranger who used up the sign-ups of one client address does not stop the owner elsewhere', async () => {
    const email = 'crowded@usher.test'
    const strange = () => signUp(email, OTHER_PASSWORD, '192.0.2.40')
    for (let n = 0; n < 5; n += 1) expect((await strange()).status).toBe(201)
    expect((await strange()).status).toBe(429)
    expect((await signUp(email)).status).toBe(201)
  })

  test('two links to one address followed at once create one account, and the other answers 404', async () => {
    const email = 'both@usher.test'
    const tokens = [await mailFor(await signUp(email)), await mailFor(await signUp(email))]
    const answers = await Promise.all(tokens.map((token) => prove(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await accountsOf(email)).toBe(1)
  })

  test('one link followed twice at once creates one account', async () => {
    const email = 'twice@usher.test'
    const token = await mailFor(await signUp(email))
    const answers = await Promise.all([prove(token), prove(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await accountsOf(email)).toBe(1)
  })

  test('two simultaneous sign-ups with one address both get 201, and following one link voids the other', async () => {
    const email = 'at-once@usher.test'
    const answers = await Promise.all([signUp(email), signUp(email, OTHER_PASSWORD)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const tokens = await Promise.all(answers.map(mailFor))
    expect((await prove(tokens[1] ?? '', OTHER_PASSWORD)).status).toBe(204)
    expect((await prove(tokens[0] ?? '')).status).toBe(404)
  })

  test("accepting an invitation voids the link of a stranger's earlier sign-up", async () => {
    const email = 'victim@usher.test'
    const strange = await mailFor(await signUp(email, OTHER_PASSWORD))
    const owner = await verified('boss@usher.test')
    const accepted = await accept(await invitedBy(owner, email))
    expect([accepted.status, accepted.body.organization.id]).toEqual([201, owner.account.organization.id])
    expect((await prove(strange, OTHER_PASSWORD)).status).toBe(404)
    expect((await all.signIn(email)).status).toBe(200)
  })

  test('an invitation to an address with an account answers email_taken', async () => {
    await verified('mine@usher.test')
    const owner = await verified('other@usher.test')
    const token = await invitedBy(owner, 'mine@usher.test')
    expect((await accept(token)).body.code).toBe('email_taken')
  })
})

describe('the mail of a sign-up', () => {
  test('contains neither the name nor the organisation name that were typed at sign-up', async () => {
    const email = 'quiet@usher.test'
    const body = { ...signUpOf(email), organization_name: 'SPAM', name: 'SPAM' }
    await mailFor(await all.open('/account/sign-up', body, nextAddress()))
    const [event] = of('member.email_verification_requested').filter(({ data }) => data.email === email)
    expect(JSON.stringify(event)).not.toContain('SPAM')
  })

  test('the link answers 404 after a day', async () => {
    const token = await mailFor(await signUp('late@usher.test'))
    clock.advance(DAY_MS)
    expect((await prove(token)).status).toBe(404)
  })

  test('a password reset for an address without an account yet sends no mail', async () => {
    const email = 'reset@usher.test'
    await signUp(email)
    await all.open('/account/password-reset', { email })
    await all.open('/account/password-reset', { email: 'boss@usher.test' })
    await resetMailedTo('boss@usher.test')
    expect(of('member.password_reset_requested').some(({ data }) => data.email === email)).toBe(false)
  })
})
