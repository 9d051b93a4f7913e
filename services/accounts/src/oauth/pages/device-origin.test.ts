import { page } from '@usher/service-kit'
import { type DeviceOrigin, deviceOrigin } from './device-origin.ts'

const startedAt = new Date('2026-12-01T14:03:20Z')
const shown = (origin: Partial<DeviceOrigin>, now = startedAt) =>
  page('', deviceOrigin({ startedAt, address: undefined, browserAddress: undefined, ...origin }, now))

describe('the origin of a device sign-in on the consent page', () => {
  test.each([
    [59, 'less than a minute ago'],
    [60, '1 minute ago'],
    [599, '9 minutes ago'],
  ])('a sign-in that started %s seconds ago shows "%s" and the time', (seconds, age) => {
    const now = new Date(startedAt.getTime() + seconds * 1000)
    expect(shown({}, now)).toContain(
      `The sign-in started ${age}, at 14:03 UTC, from an unknown network address.`,
    )
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::a', '2001:db8:0:1:ffff::b'],
  ])(
    'says that %s, which started the sign-in, and a browser at %s are on the same network',
    (address, browserAddress) => {
      const content = shown({ address, browserAddress })
      expect(content).toContain(
        `from network address <strong>${address}</strong>. This browser is on the same network.`,
      )
    },
  )

  test('attack: warns when the sign-in started on another network', () => {
    const content = shown({ address: '203.0.113.7', browserAddress: '198.51.100.4' })
    expect(content).toContain('This browser has a different address, 198.51.100.4.')
    expect(content).toContain('only if you started the sign-in on another machine')
  })

  test('says nothing about the network when one of the two addresses is unknown', () => {
    for (const origin of [{ address: '203.0.113.7' }, { browserAddress: '203.0.113.7' }])
      expect(shown(origin)).not.toContain('This browser')
  })
})
