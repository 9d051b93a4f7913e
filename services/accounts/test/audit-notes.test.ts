import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type AuditNote, OPERATIONS, PERSONAL } from '@usher/contracts'
import { type Answer, auditNoteOf, type Client } from '@usher/test-kit'
import { PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(() => all[Symbol.asyncDispose]())

let count = 0
const newEmail = () => `ada${count++}@usher.test`

interface Case {
  act(call: Client, email: string): Promise<Answer>
  /** undefined for what creates: the gateway finds the resource in Location. */
  readonly note: AuditNote | undefined
}

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_`)) as never
const gone = (before: string) => ({ before, after: null })
const at = expect.stringMatching(/Z$/) as never

const newKey = async (call: Client) => {
  const body = { name: 'till', scopes: ['queues:read'] }
  return (await call('POST', '/account/api-keys', { body })).body.id
}
const invite = (call: Client) =>
  call('POST', '/account/invitations', { body: { email: newEmail(), role: 'host' } })

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
}

const mutating = OPERATIONS.filter(({ service, method }) => service === 'accounts' && method !== 'get')

describe('what accounts tells for the audit trail', () => {
  test('given every operation that may change something, then there is a case for it', () => {
    expect(Object.keys(CASES).sort()).toEqual(mutating.map((operation) => operation.id).sort())
  })

  test.each(Object.entries(CASES))('given %s, then its note, without data of people', async (name, given) => {
    const email = newEmail()
    const { call } = await all.owner(email)
    const answer = await given.act(call, email)
    expect(answer.status).toBe(mutating.find((operation) => operation.id === name)?.status)
    const note = auditNoteOf(answer)
    expect(note).toEqual(given.note)
    expect(JSON.stringify(note ?? {})).not.toMatch(/usher\.test|Bob|192\.0\.2|usk_/)
  })

  test('given a wrong password, then whose account it is; given no account, then nothing; else no difference', async () => {
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

  test('given a rotation asked for again, then the resource, but no changes', async () => {
    const { call } = await all.owner(newEmail())
    const key = await newKey(call)
    const rotate = () =>
      call('POST', `/account/api-keys/${key}/rotate`, { body: {}, headers: { 'idempotency-key': key } })
    expect(auditNoteOf(await rotate())?.changes).toBeDefined()
    expect(auditNoteOf(await rotate())).toEqual({ resource: key })
  })
})
