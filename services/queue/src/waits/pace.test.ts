import { MINUTE_MS } from '@usher/service-kit/durations'
import { forecast } from './estimate.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { recordLeft, recordStart } from './record.ts'
import { undoLeft, undoStart } from './undo.ts'
import { minutesByBucket } from './work.ts'

const start = (pace: Pace, minute: number, waiting = 2, lanes = 1): Pace =>
  recordStart(pace, {
    at: minute * MINUTE_MS,
    hour: 0,
    bucket: 0,
    waited: 4,
    line: [waiting, 0, 0, 0],
    passed: [0, 0, 0, 0],
    lanes,
    serviceMinutes: 10,
    score: null,
  })

describe('given the pace of a queue', () => {
  test('when starts follow each other with guests waiting, then the lane-minutes between them are known', () => {
    const pace = start(start(start(NO_PACE, 0), 7, 2, 2), 19)
    expect(pace.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, 14, 12])
  })

  test('when nobody waited in between, then nothing is concluded from the time that went by', () => {
    const pace = start(start(NO_PACE, 0, 0), 50)
    expect(pace.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, null])
  })

  test('when somebody leaves in between, then the interval goes on', () => {
    const left = recordLeft(start(NO_PACE, 0), { at: 5 * MINUTE_MS, waited: 9, line: [1, 0, 0, 0], lanes: 1 })
    expect(start(left, 8).starts.at(-1)?.lane_minutes).toBe(8)
    expect(left.leaving.left).toBe(1)
  })

  test('when a removal is undone, then it does not count as leaving', () => {
    const before = recordLeft(start(NO_PACE, 0), {
      at: 5 * MINUTE_MS,
      waited: 9,
      line: [2, 0, 0, 0],
      lanes: 1,
    })
    const left = recordLeft(before, { at: 6 * MINUTE_MS, waited: 20, line: [1, 0, 0, 0], lanes: 1 })
    const { leaving } = undoLeft(left, 20)
    expect(leaving.left).toBeCloseTo(before.leaving.left, 1)
    expect(leaving.minutes).toBeCloseTo(before.leaving.minutes, 1)
  })

  test('when somebody leaves an interval of which nothing is known, then nothing is concluded from the rest', () => {
    const left = recordLeft(start(NO_PACE, 0, 0), {
      at: 50 * MINUTE_MS,
      waited: 9,
      line: [1, 0, 0, 0],
      lanes: 1,
    })
    expect(start(left, 51).starts.at(-1)?.lane_minutes).toBe(null)
  })

  test('when guests left over from the day before are noted, then nothing is learnt of them', () => {
    const evening = start(start(NO_PACE, 0), 7)
    const morning = { at: 900 * MINUTE_MS, waited: 890, line: [1, 0, 0, 0], lanes: 1, leftOver: true }
    const served = { ...morning, passed: [0, 0, 0, 0], hour: 0, bucket: 0, serviceMinutes: 10 }
    const score = { error: 4, missed: true, nobody_ahead: false, early: -20 }
    for (const pace of [recordLeft(evening, morning), recordStart(evening, { ...served, score })]) {
      expect(pace).toEqual({ ...evening, last: null })
      expect(start(pace, 905).starts.at(-1)?.lane_minutes).toBe(null)
    }
  })

  test('when a start is undone, then all is as if it had not been', () => {
    const before = start(start(NO_PACE, 0), 7)
    const undone = undoStart(start(before, 9), 9 * MINUTE_MS, 'gst_1')
    expect(undone.starts).toEqual(before.starts)
    expect(undone.started).toBe(2)
    expect(start(undone, 11).starts.at(-1)?.lane_minutes).toBe(4)
    const inBetween = undoStart(start(start(before, 9), 12), 9 * MINUTE_MS, 'gst_1')
    expect(inBetween.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, 7, 5])
    expect(undoStart(before, 1, 'gst_1')).toBe(before)
  })

  test('when it was stored before lanes, batches and sizes were noted, then it goes on from there', () => {
    let pace = NO_PACE
    for (let i = 0; i < 40; i += 1) pace = start(pace, i * 10)
    const { usual_lanes, batches, sizes, ...stored } = pace
    expect([usual_lanes, batches, sizes]).not.toContain(undefined)
    const situation = { hour: 0, minute: 0, lanes: 1, serviceMinutes: 10, closesIn: Infinity }
    const lowOf = (one: Pace) =>
      forecast(one, { ...situation, now: 392 * MINUTE_MS }).quote({ ahead: [5, 0, 0, 0], waited: 0 }).low
    expect(lowOf(stored)).toBe(lowOf(pace))
    expect(lowOf(start(stored, 391))).toBe(lowOf(start(pace, 391)))
  })

  test('when years go by, then it stays small and remembers the lately usual', () => {
    let pace = NO_PACE
    for (let i = 0; i < 5_000; i += 1) pace = start(pace, i * (i < 2_500 ? 5 : 15))
    expect(pace.starts.length).toBeLessThan(200)
    expect(JSON.stringify(pace).length).toBeLessThan(20_000)
    expect(minutesByBucket(pace.work, 10)[0]).toBeGreaterThan(14)
  })
})
