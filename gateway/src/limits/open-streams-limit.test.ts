import { EventEmitter } from 'node:events'
import { aCaller } from '../../test/support/known-caller.ts'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { Exchange } from '../http/exchange.ts'
import { STREAMS_PER_ADDRESS, STREAMS_PER_CREDENTIAL } from './plans.ts'
import { createOpenStreamsLimit } from './rate-limits.ts'

interface Client {
  readonly ip?: string
  readonly caller?: KnownCaller
  readonly session?: KnownCaller
}

function startLimit() {
  const count = createOpenStreamsLimit()
  /** Opens a stream; gives the way to leave it. */
  return ({ ip = '192.0.2.1', caller, session }: Client) => {
    const res = new EventEmitter()
    count({ req: { ip }, res, caller, session, limitHeaders: [] } as unknown as Exchange)
    return () => res.emit('close')
  }
}

const times = (count: number, act: (i: number) => unknown) => {
  for (let i = 0; i < count; i += 1) act(i)
}

describe('the attack: one address opens as many streams as it likes', () => {
  test('counts the /56 and the /48 of an address of IPv6 as well', () => {
    const open = startLimit()
    for (let n = 0; n < 4; n += 1)
      times(STREAMS_PER_ADDRESS, () => open({ ip: `2001:db8:0:${(0x100 + n).toString(16)}::1` }))
    expect(() => open({ ip: '2001:db8:0:1ff::1' })).toThrow('Your address has too many streams open.')
    for (let n = 2; n < 14; n += 1)
      times(STREAMS_PER_ADDRESS, () => open({ ip: `2001:db8:0:${(n * 0x100).toString(16)}::1` }))
    expect(() => open({ ip: '2001:db8:0:f00::1' })).toThrow('Your address has too many streams open.')
    expect(() => open({ ip: '2001:db8:1:f00::1' })).not.toThrow()
  })

  test('refuses another stream to a full /64 until one of its streams closes, but not to another /64', () => {
    const open = startLimit()
    const leave = open({ ip: '2001:db8:0:1::1' })
    times(STREAMS_PER_ADDRESS - 1, (i) => open({ ip: `2001:db8:0:1::${i.toString(16)}` }))
    expect(() => open({ ip: '2001:db8:0:1:5::1' })).toThrow('Your address has too many streams open.')
    expect(() => open({ ip: '2001:db8:0:2::1' })).not.toThrow()
    leave()
    expect(() => open({ ip: '2001:db8:0:1::1' })).not.toThrow()
    expect(() => open({ ip: '2001:db8:0:1::1' })).toThrow()
  })

  test('lets staff open streams from an address that has reached its limit', () => {
    const open = startLimit()
    times(STREAMS_PER_ADDRESS, () => open({}))
    expect(() => open({ caller: aCaller() })).not.toThrow()
    expect(() => open({ session: aCaller({ actor: 'mem_1' }) })).not.toThrow()
    expect(() => open({})).toThrow()
  })

  test('counts the streams of a member across all their sessions', () => {
    const open = startLimit()
    const inSession = (sessionId: string) => aCaller({ actor: 'mem_1', sessionId })
    times(STREAMS_PER_CREDENTIAL.standard - 1, (i) => open({ caller: inSession(`ses_${i}`) }))
    expect(() => open({ session: inSession('ses_x') })).not.toThrow()
    expect(() => open({ caller: inSession('ses_y') })).toThrow('This credential has too many streams open.')
    expect(() => open({ caller: aCaller({ actor: 'mem_2' }) })).not.toThrow()
  })
})
