import { MINUTE_MS } from '@usher/service-kit/durations'
import { forecast } from './estimate.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { recordLeft, recordStart, undoLeft, undoStart } from './record.ts'
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

describe('the pace of a queue', () => {
  test('measures the lane-minutes between starts while guests wait', () => {
    const pace = start(start(start(NO_PACE, 0), 7, 2, 2), 19)
    expect(pace.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, 14, 12])
  })

  test('measures no lane-minutes between starts when the line was empty in between', () => {
    const pace = start(start(NO_PACE, 0, 0), 50)
    expect(pace.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, null])
  })

  test('continues the interval between starts when a guest leaves in between', () => {
    const left = recordLeft(start(NO_PACE, 0), { at: 5 * MINUTE_MS, waited: 9, line: [1, 0, 0, 0], lanes: 1 })
    expect(start(left, 8).starts.at(-1)?.lane_minutes).toBe(8)
    expect(left.leaving.left).toBe(1)
  })

  test('does not count an undone removal as leaving', () => {
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

  test('measures no lane-minutes for the rest of an unknown interval in which a guest leaves', () => {
    const left = recordLeft(start(NO_PACE, 0, 0), {
      at: 50 * MINUTE_MS,
      waited: 9,
      line: [1, 0, 0, 0],
      lanes: 1,
    })
    expect(start(left, 51).starts.at(-1)?.lane_minutes).toBe(null)
  })

  test('learns nothing from guests left over from the day before', () => {
    const evening = start(start(NO_PACE, 0), 7)
    const morning = { at: 900 * MINUTE_MS, waited: 890, line: [1, 0, 0, 0], lanes: 1, leftOver: true }
    const served = { ...morning, passed: [0, 0, 0, 0], hour: 0, bucket: 0, serviceMinutes: 10 }
    const score = { error: 4, missed: true, nobody_ahead: false, early: -20 }
    for (const pace of [recordLeft(evening, morning), recordStart(evening, { ...served, score })]) {
      expect(pace).toEqual({ ...evening, last: null })
      expect(start(pace, 905).starts.at(-1)?.lane_minutes).toBe(null)
    }
  })

  test('undoing a start restores the earlier pace', () => {
    const before = start(start(NO_PACE, 0), 7)
    const undone = undoStart(start(before, 9), 9 * MINUTE_MS, 'gst_1')
    expect(undone.starts).toEqual(before.starts)
    expect(undone.started).toBe(2)
    expect(start(undone, 11).starts.at(-1)?.lane_minutes).toBe(4)
    const inBetween = undoStart(start(start(before, 9), 12), 9 * MINUTE_MS, 'gst_1')
    expect(inBetween.starts.map(({ lane_minutes }) => lane_minutes)).toEqual([null, 7, 5])
    expect(undoStart(before, 1, 'gst_1')).toBe(before)
  })

  test('continues from a pace stored before lanes, batches and sizes were recorded', () => {
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

  test('stays small and follows recent service times over 5,000 starts', () => {
    let pace = NO_PACE
    for (let i = 0; i < 5_000; i += 1) pace = start(pace, i * (i < 2_500 ? 5 : 15))
    expect(pace.starts.length).toBeLessThan(200)
    expect(JSON.stringify(pace).length).toBeLessThan(20_000)
    expect(minutesByBucket(pace.work, 10)[0]).toBeGreaterThan(14)
  })
})
