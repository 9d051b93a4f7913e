import { NEWEST_API_VERSION } from '@usher/contracts'
import { newEndpoint } from './endpoint.ts'
import { disabledReason } from './endpoint-health.ts'

const at = new Date('2026-01-06T12:00:00Z')
const endpoint = newEndpoint(
  { url: 'https://example.com' },
  {
    ...{ id: 'whk_1', organizationId: 'org_1', sealedSecret: 'sealed', version: NEWEST_API_VERSION },
    now: new Date('2026-01-01T00:00:00Z'),
  },
)
const failingSince = (time: string) => ({ ...endpoint, failing_since: new Date(time) })
const failure = { acknowledged: false, status: 500, madeAt: at, at }

describe('disabling an endpoint after an attempt', () => {
  test('gives the reason gone for a 410', () => {
    expect(disabledReason(endpoint, { ...failure, status: 410 })).toBe('gone')
  })

  test('gives the reason failing for a failure after five days of failures, not earlier', () => {
    expect(disabledReason(failingSince('2026-01-01T12:00:00Z'), failure)).toBe('failing')
    expect(disabledReason(failingSince('2026-01-01T12:00:01Z'), failure)).toBeNull()
    expect(disabledReason(endpoint, failure)).toBeNull()
  })

  test('does not happen after an acknowledged attempt', () => {
    const success = { ...failure, acknowledged: true, status: 200 }
    expect(disabledReason(failingSince('2025-01-01T00:00:00Z'), success)).toBeNull()
  })
})
