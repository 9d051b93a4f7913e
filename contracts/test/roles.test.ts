import { ALL_SCOPES, OPERATIONS, openApiDocument, ROLES, SCOPES } from '@usher/contracts'

const WRITES = /:(write|send|manage|sync)$/

describe('the scopes of the roles', () => {
  test('open every operation to owners and managers', () => {
    for (const { id, scope } of OPERATIONS) {
      if (scope === null) continue
      for (const role of ['owner', 'manager'] as const) {
        expect([id, (ROLES[role] as readonly string[]).includes(scope)]).toEqual([id, true])
      }
    }
  })

  test('include no write scope for viewers', () => {
    expect(ROLES.viewer.filter((scope) => WRITES.test(scope))).toEqual([])
  })

  test('let hosts write only guests, bookings and notifications', () => {
    expect(ROLES.host.filter((scope) => WRITES.test(scope)).sort()).toEqual([
      'bookings:write',
      'guests:write',
      'notifications:send',
    ])
  })
})

describe('the operations by credential', () => {
  test('no scope of an API key opens an account operation', () => {
    const onAccounts = OPERATIONS.filter(({ path, scope }) => path.startsWith('/account/') && scope !== null)
    expect(onAccounts.length).toBeGreaterThan(10)
    const ofKeys: readonly string[] = ALL_SCOPES
    expect(onAccounts.filter(({ scope }) => ofKeys.includes(scope ?? ''))).toEqual([])
  })

  test('account operations that write document the error csrf_failed', () => {
    const writes = OPERATIONS.filter(
      ({ path, scope, method }) => path.startsWith('/account/') && scope !== null && method !== 'get',
    )
    expect(writes.filter(({ errors }) => !errors.includes('csrf_failed'))).toEqual([])
  })

  test('the document names the credentials that open each operation', () => {
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
