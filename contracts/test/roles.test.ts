import { ALL_SCOPES, OPERATIONS, openApiDocument, ROLES, SCOPES } from '@usher/contracts'

const WRITES = /:(write|send|manage|sync)$/

describe('given the roles', () => {
  test('when an owner or a manager asks, then every operation is open to them', () => {
    for (const { id, scope } of OPERATIONS) {
      if (scope === null) continue
      for (const role of ['owner', 'manager'] as const) {
        expect([id, (ROLES[role] as readonly string[]).includes(scope)]).toEqual([id, true])
      }
    }
  })

  test('when a viewer asks, then nothing can be changed but their own sessions', () => {
    expect(ROLES.viewer.filter((scope) => WRITES.test(scope))).toEqual([])
  })

  test('when a host asks, then guests can be served, queues, keys and members stay as they are', () => {
    expect(ROLES.host.filter((scope) => WRITES.test(scope)).sort()).toEqual([
      'bookings:write',
      'guests:write',
      'notifications:send',
    ])
  })
})

describe('given the operations', () => {
  test('when one manages members, keys or sessions, then no scope of an API key opens it', () => {
    const onAccounts = OPERATIONS.filter(({ path, scope }) => path.startsWith('/account/') && scope !== null)
    expect(onAccounts.length).toBeGreaterThan(10)
    const ofKeys: readonly string[] = ALL_SCOPES
    expect(onAccounts.filter(({ scope }) => ofKeys.includes(scope ?? ''))).toEqual([])
  })

  test('when one writes in a session, then its document says that it needs the CSRF token', () => {
    const writes = OPERATIONS.filter(
      ({ path, scope, method }) => path.startsWith('/account/') && scope !== null && method !== 'get',
    )
    expect(writes.filter(({ errors }) => !errors.includes('csrf_failed'))).toEqual([])
  })

  test('when the document describes one, then it names the credential that opens it', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
    const { paths }: any = openApiDocument('http://localhost:8080')
    for (const { path, method, scope } of OPERATIONS) {
      expect(paths[path][method].security).toEqual(credentialsFor(path, scope))
    }
  })
})

/** The platform API is for partners and people; the account's own routes are for people alone. */
function credentialsFor(path: string, scope: string | null): object[] {
  if (scope === null) return []
  if (!(scope in SCOPES)) return [{ session: [] }]
  const keys = path.startsWith('/api/') ? [] : [{ apiKey: [] }]
  return [...keys, { oauth: [scope] }, { session: [] }]
}
