import { newEndpoint } from './endpoint.ts'
import { disabledReason } from './endpoint-health.ts'

const at = new Date('2026-01-06T12:00:00Z')
const endpoint = newEndpoint(
  { url: 'https://example.com' },
  { id: 'whk_1', organizationId: 'org_1', sealedSecret: 'sealed', now: new Date('2026-01-01T00:00:00Z') },
)
const failingSince = (time: string) => ({ ...endpoint, failing_since: new Date(time) })
const failure = { acknowledged: false, status: 500, madeAt: at, at }

describe('given an attempt', () => {
  test('when it brought 410, then the endpoint is gone', () => {
    expect(disabledReason(endpoint, { ...failure, status: 410 })).toBe('gone')
  })

  test('when it failed after five days of failures, not less, then the endpoint is failing', () => {
    expect(disabledReason(failingSince('2026-01-01T12:00:00Z'), failure)).toBe('failing')
    expect(disabledReason(failingSince('2026-01-01T12:00:01Z'), failure)).toBeNull()
    expect(disabledReason(endpoint, failure)).toBeNull()
  })

  test('when it was acknowledged, then the endpoint stays', () => {
    const success = { ...failure, acknowledged: true, status: 200 }
    expect(disabledReason(failingSince('2025-01-01T00:00:00Z'), success)).toBeNull()
  })
})
