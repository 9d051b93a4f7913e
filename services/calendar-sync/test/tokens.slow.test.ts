import fs from 'node:fs'
import { inspect } from 'node:util'
import { calendarNeedsReauth } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import { noteNeedsReauth } from '../src/connections/needs-reauth.ts'
import { GoogleError } from '../src/google/google-error.ts'
import { sealTokens, unsealTokens } from '../src/google/tokens.ts'
import { NO_COUNTS } from '../src/sync-on-demand/sync.ts'
import {
  API,
  BOB,
  begun,
  consented,
  givenConnection,
  type Harness,
  recordsOf,
  startHarness,
} from './harness.ts'

let harness: Harness
beforeAll(async () => {
  // Without the first syncs, which would ask Google too.
  harness = await startHarness({ runSync: async () => NO_COUNTS, calendarsAtOnce: 0 })
})
afterAll(() => harness[Symbol.asyncDispose]())

/** The account of a test. */
let email: string
beforeEach(() => {
  email = `${newId('member')}@example.test`
  harness.google.createAccount(email)
})
afterEach(() => harness.google.faults.clear())

const refreshes = () => harness.google.requests.count('POST', /^\/token/)

const googleOf = ({ context }: Harness['service'], _id: string) =>
  context.googleOf({ _id, organization_id: harness.organizationId })

const listCalendars = (service: Harness['service'], id: string) =>
  googleOf(service, id).call((api) => api.calendarList.list())

const stored = (id: string) =>
  harness.service.context.connection.collection<ConnectionRecord>('connections').findOne({ _id: id })

async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof GoogleError) return error.fault
    throw error
  }
  return 'none'
}

const alerts = (id: string) => harness.events.of(id).filter(({ type }) => type === calendarNeedsReauth.type)

describe('an access token that is about to expire or has expired', () => {
  test('is refreshed once by three replicas with concurrent requests', async () => {
    const { id } = await givenConnection(harness, { email })
    const replicas = [harness.service, await harness.start(), await harness.start()]
    harness.clock.advance(HOUR_MS - 60_000)
    harness.google.requests.clear()
    const asked = replicas.flatMap((replica) => [1, 2, 3, 4].map(() => listCalendars(replica, id)))
    for (const { items } of await Promise.all(asked)) expect(items).toHaveLength(1)
    expect(refreshes()).toBe(1)
    expect(await stored(id)).toMatchObject({ token_version: 2 })

    await listCalendars(harness.service, id)
    expect(refreshes()).toBe(1)
  })

  test('is refreshed once for all replicas waiting after it expired', async () => {
    const { id } = await givenConnection(harness, { email })
    const replicas = [harness.service, await harness.start(), await harness.start()]
    harness.clock.advance(2 * HOUR_MS)
    harness.google.requests.clear()
    await Promise.all(replicas.map((replica) => listCalendars(replica, id)))
    expect(refreshes()).toBe(1)
  })

  test('is still used while Google fails to refresh it', async () => {
    const { id } = await givenConnection(harness, { email })
    harness.clock.advance(HOUR_MS - 60_000)
    harness.google.faults.add({ kind: 'unavailable', path: /^\/token/, times: 4 })
    expect((await listCalendars(harness.service, id)).items).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ token_version: 1, needs_reauth_since: null })
  })

  test('is refreshed by another replica after the lease of a dead one', async () => {
    const { id } = await givenConnection(harness, { email })
    const record = await stored(id)
    if (!record) throw new Error('no connection')
    const { connections } = harness.service.context
    expect(await connections.leaseRefresh(record, 300)).toBe(true)
    expect(await connections.leaseRefresh(record, 300)).toBe(false)
    harness.clock.advance(2 * HOUR_MS)
    await listCalendars(harness.service, id)
    expect(await stored(id)).toMatchObject({ token_version: 2 })
  })
})

describe('an access token that Google rejects early', () => {
  test('is refreshed, and the request repeated', async () => {
    const { id } = await givenConnection(harness, { email })
    harness.google.expireAccessTokens()
    expect((await listCalendars(harness.service, id)).items).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ token_version: 2 })
  })
})

describe('access withdrawn at Google', () => {
  test('raises one alert, stops all requests, and ends when the same account is connected again', async () => {
    const { id, provider_id } = await givenConnection(harness, { email })
    harness.google.revokeGrant(email)
    const faults = await Promise.all([1, 2, 3].map(() => faultOf(listCalendars(harness.service, id))))
    expect(faults).toEqual(['auth', 'auth', 'auth'])
    const [event] = await until('the alert', () => alerts(id).length > 0 && alerts(id))
    expect(event).toMatchObject({ subject: id, data: { id, provider_id, provider_name: 'Grace' } })
    const { body } = await harness.client()('GET', `${API}/connections/${id}`)
    expect(body).toMatchObject({ status: 'needs_reauth', needs_reauth_since: expect.any(String) })
    const asked = harness.google.requests.requests.length
    expect(await faultOf(listCalendars(harness.service, id))).toBe('auth')
    expect(harness.google.requests.requests).toHaveLength(asked)
    const refused = await harness.client()('GET', `${API}/connections/${id}/calendars`)
    expect([refused.status, refused.body.code]).toEqual([409, 'calendar_needs_reauth'])

    const other = await consented(harness.google, await begun(harness.session(), provider_id), BOB)
    expect((await harness.browser(harness.member)('GET', other)).status).toBe(409)
    const same = await givenConnection(harness, { provider: provider_id, email })
    expect(same).toMatchObject({ id, status: 'active', needs_reauth_since: null })
    expect((await listCalendars(harness.service, id)).items).toHaveLength(1)
    expect(alerts(id)).toHaveLength(1)
  })

  test('is not recorded by a late refusal of tokens from before the reconnection', async () => {
    const { id, provider_id } = await givenConnection(harness, { email })
    const before = await stored(id)
    if (!before) throw new Error('no connection')
    await givenConnection(harness, { provider: provider_id, email })
    await noteNeedsReauth(harness.service.context, before)
    expect(await stored(id)).toMatchObject({ needs_reauth_since: null })
  })
})

describe('an overloaded or failing Google', () => {
  test.each([
    ['userRateLimitExceeded', 'transient'],
    ['rateLimitExceeded', 'transient'],
    ['tooManyRequests', 'transient'],
    ['backendError', 'transient'],
    ['unavailable', 'transient'],
    ['cutBefore', 'transient'],
    ['cutAfter', 'transient'],
  ] as const)('answering %s is asked again, and in the end gives a transient error', async (kind, fault) => {
    const { id } = await givenConnection(harness, { email })
    harness.google.faults.add({ kind, path: /calendarList/, times: 2 })
    expect((await listCalendars(harness.service, id)).items).toHaveLength(1)
    harness.google.faults.add({ kind, path: /calendarList/, times: 100 })
    expect(await faultOf(listCalendars(harness.service, id))).toBe(fault)
  })

  test('with a long Retry-After is not asked again, and the error has that time', async () => {
    const { id } = await givenConnection(harness, { email })
    harness.google.faults.add({ kind: 'unavailable', path: /calendarList/, retryAfter: 60 })
    harness.google.requests.clear()
    await expect(listCalendars(harness.service, id)).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect(harness.google.requests.count('GET', /calendarList/)).toBe(1)
  })
})

test.each([
  ['not_found', (calendarId: string) => ({ calendarId, eventId: 'nothinghere' })],
  ['not_found', () => ({ calendarId: 'no@example.test', eventId: 'nothinghere' })],
])('reading an unknown event or calendar gives the fault %s', async (fault, asked) => {
  const { id } = await givenConnection(harness, { email })
  const google = googleOf(harness.service, id)
  expect(await faultOf(google.call((api) => api.events.get(asked(email))))).toBe(fault)
})

describe('the tokens of a calendar connection', () => {
  test('appear in no log, error, stored record, event or API answer', async () => {
    // What the logger writes with.
    const write = jest.spyOn(fs, 'write')
    try {
      await using loud = await harness.start({ logLevel: 'trace' })
      const { id } = await givenConnection(harness, { email })
      const record = await stored(id)
      if (!record) throw new Error('no connection')
      const { access, refresh } = unsealTokens(record.tokens, record, harness.config.secretKeys)
      expect(Math.min(access.length, refresh.length)).toBeGreaterThan(15)
      harness.google.faults.add({ kind: 'cutBefore', path: /calendarList/, times: 10 })
      const failed = await listCalendars(loud, id).catch((error) => error)
      harness.google.revokeGrant(email)
      harness.google.faults.clear()
      const refused = await listCalendars(loud, id).catch((error) => error)
      await until('the alert', () => alerts(id).length > 0)
      loud.context.log.info('the last line')
      const logged = () => write.mock.calls.map(([, text]) => String(text)).join('')
      await until('the log', () => logged().includes('the last line'))
      const everything = [
        logged(),
        inspect([failed, refused], { depth: 20, showHidden: true }),
        ...(await recordsOf(harness)),
        JSON.stringify(harness.events.events),
        JSON.stringify((await harness.client()('GET', `${API}/connections`)).body),
      ].join('\n')
      expect(everything).toContain(id)
      for (const secret of [access, refresh, harness.google.client.secret])
        expect(everything).not.toContain(secret)
    } finally {
      write.mockRestore()
    }
  })

  test('cannot be decrypted for another connection or organisation', async () => {
    const { secretKeys: keys } = harness.config
    const owner = { _id: 'cal_1', organization_id: 'org_1' }
    const tokens = { access: 'a', refresh: 'r' }
    const sealed = sealTokens(tokens, owner, keys)
    expect(unsealTokens(sealed, owner, keys)).toEqual(tokens)
    expect(() => unsealTokens(sealed, { ...owner, _id: 'cal_2' }, keys)).toThrow()
    expect(() => unsealTokens(sealed, { ...owner, organization_id: 'org_2' }, keys)).toThrow()
  })
})
