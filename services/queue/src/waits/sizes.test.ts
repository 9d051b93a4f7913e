import { MINUTE_MS } from '@usher/service-kit/durations'
import { forecast } from './estimate.ts'
import { NO_PACE } from './pace.ts'
import { partyBucket } from './party-bucket.ts'
import { recordStart } from './record.ts'

const COUPLE = partyBucket(2)
const SIX = partyBucket(6)

/** Couples are taken every five minutes, past the sixes, for whose one table there is a party every forty. */
function tablesBySize() {
  let pace = NO_PACE
  const common = { hour: 0, waited: 5, lanes: 9, serviceMinutes: 40, score: null }
  for (let minute = 0; minute <= 800; minute += 5) {
    const at = minute * MINUTE_MS
    const sixes = [0, 0, 2, 0]
    pace = recordStart(pace, { ...common, at, bucket: COUPLE, line: sixes, passed: sixes })
    if (minute % 40 === 0) pace = recordStart(pace, { ...common, at, bucket: SIX, line: sixes, passed: [] })
  }
  return pace
}

describe('a restaurant with one table for six', () => {
  const situation = { hour: 0, minute: 0, lanes: 9, serviceMinutes: 40, closesIn: Infinity }
  const { quote } = forecast(tablesBySize(), { ...situation, now: 801 * MINUTE_MS })
  const lowOf = (bucket: number | undefined, ...ahead: number[]) => quote({ bucket, ahead, waited: 0 }).low

  test('quotes three table turns to a party of six behind two others of six', () => {
    expect(lowOf(SIX, 0, 0, 2, 0)).toBeGreaterThan(90)
    expect(lowOf(SIX, 0, 0, 2, 0)).toBeLessThan(150)
  })

  test('quotes a couple hardly any wait behind two parties of six', () => {
    expect(lowOf(COUPLE, 0, 0, 2, 0)).toBeLessThan(10)
  })

  test('quotes a wait between those of the sizes when no party size is given', () => {
    const wait = lowOf(undefined, 0, 0, 2, 0)
    expect(wait).toBeGreaterThan(lowOf(COUPLE, 0, 0, 2, 0))
    expect(wait).toBeLessThan(lowOf(SIX, 0, 0, 2, 0))
  })
})
