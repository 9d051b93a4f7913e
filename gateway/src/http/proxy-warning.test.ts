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

describe('the warning about a proxy missing from TRUSTED_PROXIES', () => {
  test.each([
    ['127.0.0.1', FORWARDED],
    ['::1', FORWARDED],
    ['::ffff:172.18.0.1', FORWARDED],
    ['10.0.3.4', { forwarded: 'for=203.0.113.9' }],
  ])('warns once about %s sending forwarded headers', (peer, headers) => {
    expect(warningsOf(peer, headers)).toBe(1)
  })

  test('does not warn about a trusted proxy, a request without forwarded headers or a public address', () => {
    expect(warningsOf('10.0.3.4', FORWARDED, ['10.0.3.4'])).toBe(0)
    expect(warningsOf('10.0.3.4', {})).toBe(0)
    expect(warningsOf('8.8.4.4', FORWARDED)).toBe(0)
    expect(warningsOf('::ffff:8.8.8.8', FORWARDED)).toBe(0)
  })
})
