import { createProxyWarning } from './proxy-warning.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** How often is warned of one request, sent three times. */
function warningsOf(remoteAddress: string, headers: object, trusted?: string[]): number {
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words) }
  const look = createProxyWarning(log as never, trustedProxies(trusted))
  for (let i = 0; i < 3; i += 1) look({ headers, socket: { remoteAddress } } as never)
  return warnings.length
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

describe('the mistake: a proxy on the host without TRUSTED_PROXIES', () => {
  test.each([
    ['127.0.0.1', FORWARDED],
    ['::1', FORWARDED],
    ['::ffff:172.18.0.1', FORWARDED],
    ['10.0.3.4', { forwarded: 'for=203.0.113.9' }],
  ])('given %s with forwarded headers, then it is warned of once', (peer, headers) => {
    expect(warningsOf(peer, headers)).toBe(1)
  })

  test('given a trusted proxy, no such headers, or a stranger on the internet, then nothing is said', () => {
    expect(warningsOf('10.0.3.4', FORWARDED, ['10.0.3.4'])).toBe(0)
    expect(warningsOf('10.0.3.4', {})).toBe(0)
    expect(warningsOf('8.8.4.4', FORWARDED)).toBe(0)
    expect(warningsOf('::ffff:8.8.8.8', FORWARDED)).toBe(0)
  })
})
