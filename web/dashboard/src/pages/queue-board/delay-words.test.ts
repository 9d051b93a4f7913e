import { GUEST } from '../../testing/samples.ts'
import { delayWords } from './guest-row.tsx'
import type { Guest } from './line.ts'

const late = (reason: NonNullable<Guest['delay']>['reason']): Guest['delay'] => ({
  ...{ minutes: 12, reason, let_in_ahead: null },
})
const ahead = (parties: number, smallest: number, largest: number): Guest['delay'] => ({
  ...{ minutes: 12, reason: 'let_in_ahead', let_in_ahead: { parties, smallest, largest } },
})

describe('the delay of a guest in words', () => {
  test.each([
    [ahead(1, 6, 6), '12 min later: 1 party of 6 let in ahead'],
    [ahead(2, 6, 6), '12 min later: 2 parties of 6 let in ahead'],
    [ahead(3, 2, 6), '12 min later: 3 parties let in ahead'],
    [late('place_changed'), '12 min later: moved back'],
    [late('fewer_servers'), '12 min later: fewer parties served at once'],
    [late('slower'), '12 min later: slower than expected'],
    [late(null), '12 min later'],
    [null, undefined],
  ])('for %o is "%s"', (delay, words) => {
    expect(delayWords({ ...GUEST, delay })).toBe(words)
  })

  test('is undefined for a called guest, even when the API still has a delay', () => {
    expect(delayWords({ ...GUEST, status: 'notified', delay: late('slower') })).toBeUndefined()
  })
})
