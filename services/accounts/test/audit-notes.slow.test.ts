import { type AuditNote, isAudited, NEWEST_API_VERSION, OPERATIONS, PERSONAL } from '@usher/contracts'
import { systemClock } from '@usher/service-kit'
import { type Answer, auditNoteOf, type Client, collectEvents, PNG, until } from '@usher/test-kit'
import { withOpenLink } from '../src/mail/sealed-link.ts'
import { codeOf, SECOND_FACTOR } from './support/authenticator.ts'
import { APP, oauthOf } from './support/oauth.ts'
import { PASSWORD, signUpOf, startWithPeople, tokenOf } from './support/people.ts'
import { CONFIRM, NEW_PASSWORD, RESET } from './support/resets.ts'
import { givenPendingSignUp } from './support/sign-ups.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
let collector: Awaited<ReturnType<typeof collectEvents>>
beforeAll(async () => {
  all = await startWithPeople()
  collector = await collectEvents(all.infrastructure.rabbitUrl)
})
afterAll(async () => {
  await collector[Symbol.asyncDispose]()
  await all[Symbol.asyncDispose]()
})

let count = 0
const newEmail = () => `ada${count++}@usher.test`

interface Case {
  act(call: Client, email: string): Promise<Answer>
  /** undefined for what creates: the gateway finds the resource in Location. */
  readonly note: AuditNote | undefined
}

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_`)) as never
const gone = (before: string) => ({ before, after: null })
/** Name of the logo, by its content. */
const PNG_NAME = expect.stringMatching(/^[0-9a-f]{32}$/) as never
const at = expect.stringMatching(/Z$/) as never

const newKey = async (call: Client) => {
  const body = { name: 'till', scopes: ['queues:read'] }
  return (await call('POST', '/account/api-keys', { body })).body.id
}
const invite = (call: Client) =>
  call('POST', '/account/invitations', { body: { email: newEmail(), role: 'host' } })

const newClient = async (call: Client) => {
  const body = { name: 'Planner', scopes: ['queues:read'] }
  return (await call('POST', '/account/oauth-clients', { body })).body.id
}

const endedGrant: AuditNote = {
  resource: id('ogr'),
  changes: {
    client_id: { before: id('oac'), after: null },
    member_id: { before: id('mem'), after: null },
    scopes: { before: APP.scopes, after: null },
  },
}

/** Ends what was let in in another session of the same person. */
async function endGrant(call: Client, email: string, path: string): Promise<Answer> {
  const app = (await call('POST', '/account/oauth-clients', { body: APP })).body
  await oauthOf(() => all).connect(app, tokenOf(await all.signIn(email)))
  const [grant] = (await call('GET', path)).body.data
  return await call('DELETE', `${path}/${grant.id}`)
}

const begin = async (call: Client): Promise<string> =>
  (await call('POST', SECOND_FACTOR, { body: { password: PASSWORD } })).body.secret
/** With the code of the step before, so that that of this one is left. */
const confirm = async (call: Client, secret: string) =>
  call('POST', `${SECOND_FACTOR}/confirm`, { body: { totp: codeOf(secret, systemClock, -1) } })

/** The token that somebody gets by mail who asks to have their password reset. */
async function resetToken(email: string): Promise<string> {
  await all.open(RESET, { email })
  return await mailedToken(email)
}

/** The token of the mail to an address. */
async function mailedToken(email: string): Promise<string> {
  const event = await until('the mail', () =>
    collector.events.find(({ data }) => {
      const mail = data as { email?: string; sealed_link?: string }
      return mail.email === email && mail.sealed_link
    }),
  )
  const { link = '' } = withOpenLink(event, all.config.secretKeys).data as { link?: string }
  return new URL(link).searchParams.get('token') ?? ''
}

const ownNote = (changes?: AuditNote['changes']): AuditNote => ({
  resource: id('mem'),
  ...(changes && { changes }),
})

const endedSession = {
  resource: id('ses'),
  changes: {
    address: gone(PERSONAL),
    user_agent: gone(PERSONAL),
    created_at: gone(at),
    expires_at: gone(at),
  },
}

/** What each operation that is no GET tells of its changes. A new operation needs a line here. */
const CASES: Record<string, Case> = {
  signUp: {
    act: () => all.open('/account/sign-up', signUpOf(newEmail()), '192.0.2.50'),
    note: { organization_id: id('org'), actor: id('mem'), resource: id('org') },
  },
  signIn: {
    act: (_, email) => all.signIn(email),
    note: { organization_id: id('org'), actor: id('mem'), resource: id('ses') },
  },
  signOut: { act: (call) => call('POST', '/account/sign-out'), note: endedSession },
  endSession: {
    async act(call) {
      const [session] = (await call('GET', '/account/sessions')).body.data
      return await call('DELETE', `/account/sessions/${session.id}`)
    },
    note: endedSession,
  },
  createApiKey: {
    act: (call) => call('POST', '/account/api-keys', { body: { name: 'till', scopes: ['queues:read'] } }),
    note: undefined,
  },
  updateApiKey: {
    act: async (call) => call('PATCH', `/account/api-keys/${await newKey(call)}`, { body: { name: 'Door' } }),
    note: { changes: { name: { before: expect.any(String), after: 'Door' } } },
  },
  rotateApiKey: {
    act: async (call) => call('POST', `/account/api-keys/${await newKey(call)}/rotate`, { body: {} }),
    note: {
      resource: id('key'),
      changes: {
        replaced_by: { before: null, after: id('key') },
        expires_at: { before: null, after: at },
      },
    },
  },
  revokeApiKey: {
    act: async (call) => call('DELETE', `/account/api-keys/${await newKey(call)}`),
    note: { changes: { revoked_at: { before: null, after: at } } },
  },
  createInvitation: { act: invite, note: undefined },
  withdrawInvitation: {
    act: async (call) => call('DELETE', `/account/invitations/${(await invite(call)).body.id}`),
    note: { changes: { email: gone(PERSONAL), role: gone('host'), expires_at: gone(at) } },
  },
  acceptInvitation: {
    async act(call) {
      const { token } = (await invite(call)).body
      return await all.open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD })
    },
    note: { organization_id: id('org'), actor: id('mem'), resource: id('mem') },
  },
  updateMember: {
    async act(call) {
      const { account } = await all.invited(call, newEmail(), 'host')
      return await call('PATCH', `/account/members/${account.member.id}`, { body: { role: 'viewer' } })
    },
    note: { changes: { role: { before: 'host', after: 'viewer' } } },
  },
  removeMember: {
    async act(call) {
      const { account } = await all.invited(call, newEmail(), 'host')
      return await call('DELETE', `/account/members/${account.member.id}`)
    },
    note: { changes: { name: gone(PERSONAL), email: gone(PERSONAL), role: gone('host') } },
  },
  updateMe: {
    act: (call) => call('PATCH', '/account/me', { body: { name: 'Bob' } }),
    note: ownNote({ name: { before: PERSONAL, after: PERSONAL } }),
  },
  changePassword: {
    act: (call) =>
      call('POST', '/account/password', {
        body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
      }),
    note: ownNote(),
  },
  requestPasswordReset: {
    act: (_, email) => all.open(RESET, { email }),
    note: { organization_id: id('org'), actor: 'anonymous', resource: id('mem') },
  },
  confirmPasswordReset: {
    act: async (_, email) => all.open(CONFIRM, { token: await resetToken(email), password: NEW_PASSWORD }),
    note: { organization_id: id('org'), actor: id('mem'), resource: id('mem') },
  },
  verifyEmail: {
    async act() {
      const { token } = await givenPendingSignUp(all.database, newEmail(), PASSWORD)
      return await all.open('/account/verify-email', { token, password: PASSWORD })
    },
    note: { organization_id: id('org'), actor: id('mem'), resource: id('mem') },
  },
  reportPageError: {
    act: (call) =>
      call('POST', '/account/page-errors', {
        body: {
          message: 'TypeError',
          stack: ['/assets/index.js:1:2'],
          path: '/queues/:id',
          version: '0.1.0',
        },
      }),
    note: ownNote({}),
  },
  beginSecondFactor: {
    act: (call) => call('POST', SECOND_FACTOR, { body: { password: PASSWORD } }),
    note: ownNote({ second_factor: { before: 'off', after: 'begun' } }),
  },
  confirmSecondFactor: {
    act: async (call) => confirm(call, await begin(call)),
    note: ownNote({ second_factor: { before: 'begun', after: 'on' } }),
  },
  renewRecoveryCodes: {
    async act(call) {
      const secret = await begin(call)
      await confirm(call, secret)
      return await call('POST', '/account/recovery-codes', { body: { totp: codeOf(secret, systemClock) } })
    },
    // The codes are others, of which nothing may be told.
    note: ownNote({}),
  },
  removeSecondFactor: {
    async act(call) {
      const [recovery_code] = (await confirm(call, await begin(call))).body.recovery_codes
      return await call('DELETE', SECOND_FACTOR, { body: { password: PASSWORD, recovery_code } })
    },
    note: ownNote({ second_factor: { before: 'on', after: 'off' } }),
  },
  createOAuthClient: {
    act: (call) =>
      call('POST', '/account/oauth-clients', { body: { name: 'Planner', scopes: ['queues:read'] } }),
    note: undefined,
  },
  updateOAuthClient: {
    act: async (call) =>
      call('PATCH', `/account/oauth-clients/${await newClient(call)}`, { body: { scopes: ['guests:read'] } }),
    note: { changes: { scopes: { before: ['queues:read'], after: ['guests:read'] } } },
  },
  rotateOAuthClientSecret: {
    act: async (call) => call('POST', `/account/oauth-clients/${await newClient(call)}/rotate-secret`),
    note: { resource: id('oac') },
  },
  deleteOAuthClient: {
    act: async (call) => call('DELETE', `/account/oauth-clients/${await newClient(call)}`),
    note: {
      changes: {
        name: gone('Planner'),
        type: gone('confidential'),
        redirect_uris: { before: [], after: null },
        scopes: { before: ['queues:read'], after: null },
        api_version: gone(NEWEST_API_VERSION),
      },
    },
  },
  endOwnOAuthGrant: {
    act: (call, email) => endGrant(call, email, '/account/me/oauth-grants'),
    note: endedGrant,
  },
  endOAuthGrant: { act: (call, email) => endGrant(call, email, '/account/oauth-grants'), note: endedGrant },
  updateOrganization: {
    act: (call) => call('PATCH', '/account/organization', { body: { country: 'DE' } }),
    note: { resource: id('org'), changes: { country: { before: 'US', after: 'DE' } } },
  },
  replaceLogo: {
    act: (call) => call('PUT', '/account/organization/logo', { body: { data: PNG } }),
    note: { resource: id('org'), changes: { logo: { before: null, after: PNG_NAME } } },
  },
  deleteLogo: {
    async act(call) {
      await call('PUT', '/account/organization/logo', { body: { data: PNG } })
      return await call('DELETE', '/account/organization/logo')
    },
    note: { resource: id('org'), changes: { logo: { before: PNG_NAME, after: null } } },
  },
  createPrivacyRequest: {
    act: (call) =>
      call('POST', '/account/privacy-requests', {
        body: { kind: 'erasure', subject: { phone: '+4915112345678' } },
      }),
    note: {
      resource: id('prv'),
      changes: {
        kind: { before: null, after: 'erasure' },
        subject: { before: null, after: PERSONAL },
      },
    },
  },
}

const mutating = OPERATIONS.filter((operation) => operation.service === 'accounts' && isAudited(operation))

describe('the audit notes of accounts', () => {
  test('covers every operation that may change something', () => {
    expect(Object.keys(CASES).sort()).toEqual(mutating.map((operation) => operation.id).sort())
  })

  test.each(Object.entries(CASES))(
    'the note of %s names resources and changes without personal data or secrets',
    async (name, given) => {
      const email = newEmail()
      const { call } = await all.owner(email, `192.0.3.${count}`)
      const answer = await given.act(call, email)
      expect(answer.status).toBe(mutating.find((operation) => operation.id === name)?.status)
      const note = auditNoteOf(answer)
      expect(note).toEqual(given.note)
      expect(JSON.stringify(note ?? {})).not.toMatch(/usher\.test|Bob|192\.0\.|usk_|uos_|\+49/)
    },
  )

  test('the note of a failed sign-in names the account if there is one; the answers do not differ', async () => {
    const { account } = await all.owner('known@usher.test')
    const known = await all.signIn('known@usher.test', 'wrong password')
    const unknown = await all.signIn('unknown@usher.test', 'wrong password')
    expect(auditNoteOf(known)).toEqual({
      organization_id: account.organization.id,
      actor: account.member.id,
      resource: account.member.id,
    })
    expect(auditNoteOf(unknown)).toEqual({})
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const names = ({ headers }: Answer) => [...headers.keys()]
    expect(names(unknown)).toEqual(names(known))
  })

  test('answers a password reset request for a known and an unknown address alike', async () => {
    await all.owner('mailed@usher.test', '192.0.3.200')
    const known = await all.open(RESET, { email: 'mailed@usher.test' })
    const unknown = await all.open(RESET, { email: 'nobody@usher.test' })
    expect(auditNoteOf(unknown)).toEqual({})
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const names = ({ headers }: Answer) => [...headers.keys()]
    expect(names(unknown)).toEqual(names(known))
  })

  test.each([
    ['changePassword', 'POST', '/account/password', { current_password: 'x', new_password: NEW_PASSWORD }],
    ['beginSecondFactor', 'POST', SECOND_FACTOR, { password: 'x' }],
  ])('the note of %s with a wrong proof names the member', async (_, method, path, body) => {
    const { account, call } = await all.owner(newEmail(), '192.0.3.201')
    const refused = await call(method, path, { body })
    expect([refused.body.code, auditNoteOf(refused)]).toEqual([
      'invalid_proof',
      { resource: account.member.id },
    ])
  })

  test('the note of a repeated rotation names the key without changes', async () => {
    const { call } = await all.owner(newEmail())
    const key = await newKey(call)
    const rotate = () =>
      call('POST', `/account/api-keys/${key}/rotate`, { body: {}, headers: { 'idempotency-key': key } })
    expect(auditNoteOf(await rotate())?.changes).toBeDefined()
    expect(auditNoteOf(await rotate())).toEqual({ resource: key })
  })
})
