import type { Delay, OwnPlace } from '@usher/contracts'
import { placeState } from '../src/browser/shared.ts'
import { LOCALES } from '../src/locale.ts'
import { outlook } from '../src/place/place-page.ts'
import { speakerOf } from '../src/speaker.ts'

const PLACE: OwnPlace = {
  ...{ organization_id: 'org_01', name: 'Ada', display_label: 'A. 47', party_size: 2, status: 'waiting' },
  ...{ position: 3, estimated_wait: 10, estimated_wait_range: { low: 10, high: 20 } },
  ...{
    delay: null,
    usually_early: null,
    place_change: null,
    booked_start: null,
    passed_by: null,
    arrived_at: null,
    can_return: false,
    away_until: null,
  },
  queue: {
    ...{
      name: 'Terrace',
      status: 'active',
      pause_reason: null,
      timezone: 'UTC',
      min_party_size: 1,
      max_party_size: 20,
      join_slug: null,
    },
  },
  ...{ locale: null, timezone: null, notified_at: null, desk: null },
  ...{ created_at: '2026-11-22T16:00:00Z', updated_at: '2026-11-22T16:00:00Z' },
}

const ahead = (parties: number, smallest = 6, largest = smallest): Delay => ({
  ...{ minutes: 8, reason: 'let_in_ahead', let_in_ahead: { parties, smallest, largest } },
})
const late = (minutes: number, reason: Delay['reason'] = 'slower'): Delay => ({
  ...{ minutes, reason, let_in_ahead: null },
})

const SLOWER = 'About 10 min later than we first said: things are going more slowly than expected.'

const said = async (more: Partial<OwnPlace>, locale: (typeof LOCALES)[number] = 'en') =>
  String(await outlook({ ...PLACE, ...more }, speakerOf(locale)))
    .replaceAll(/<[^>]+>/g, '')
    .trim()

describe('the page of a guest whose turn comes later than was quoted', () => {
  test.each([
    [ahead(1), 'About 8 min later than we first said: 1 party of 6 people was let in ahead of you.'],
    [ahead(2, 1), 'About 8 min later than we first said: 2 parties of 1 person were let in ahead of you.'],
    [
      ahead(3, 2, 8),
      'About 8 min later than we first said: 3 parties of different sizes were let in ahead of you.',
    ],
    [late(7, 'place_changed'), 'About 7 min later than we first said: your turn was moved back.'],
    [
      late(9, 'fewer_servers'),
      'About 9 min later than we first said: fewer guests can be served at the same time.',
    ],
    [late(9, 'booking_first'), 'About 9 min later than we first said: somebody with a booking went first.'],
    [late(9, null), 'About 9 min later than we first said.'],
    [late(10), SLOWER],
    [late(12), SLOWER],
    [late(58), 'About 60 min later than we first said: things are going more slowly than expected.'],
    [late(122), 'About 2 hr later than we first said: things are going more slowly than expected.'],
  ])('for the delay %o says "%s"', async (delay, text) => {
    expect(await said({ delay })).toBe(text)
  })

  test.each(LOCALES)('has every text of a delay in %s, for each number', async (locale) => {
    const counts = [1, 2, 3, 11, 100].flatMap((n) => [ahead(n), ahead(n, 1, 3)])
    const reasons = (['booking_first', 'place_changed', 'fewer_servers', 'slower', null] as const).map(
      (one) => late(12, one),
    )
    const texts = await Promise.all([...counts, ...reasons].map((delay) => said({ delay }, locale)))
    for (const text of texts) expect(text).toMatch(/^[^{}<>]*\d[^{}<>]*$/)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('reloads when a delay starts, changes or ends, but not for each minute', () => {
    const state = (delay: Delay | null) => placeState({ ...PLACE, delay })
    expect(state(late(12))).not.toBe(state(null))
    expect(state(late(12))).toBe(state(late(11)))
    expect(state(late(12))).not.toBe(state(late(13)))
    expect(state(late(12))).not.toBe(state(late(12, 'fewer_servers')))
    expect(state(ahead(2))).not.toBe(state(ahead(3)))
    expect(state(ahead(2))).not.toBe(state(ahead(2, 5)))
  })
})

describe('the page of a guest in a queue that usually calls early', () => {
  const EARLY = 'Guests are usually called about 8 min before the longer time is up.'

  test.each([
    [{ usually_early: 8 }, EARLY],
    [{ usually_early: null }, ''],
    // A longer time than the range has would make no sense.
    [{ usually_early: 8, estimated_wait_range: { low: 2, high: 8 } }, ''],
    [{ usually_early: 8, estimated_wait_range: { low: 2, high: 9 } }, EARLY],
    [{ usually_early: 8, estimated_wait_range: null }, ''],
    [{ usually_early: 8, delay: late(10) }, SLOWER],
  ])('for %o says "%s"', async (more, text) => {
    expect(await said(more)).toBe(text)
    expect(placeState({ ...PLACE, ...more }) === placeState(PLACE)).toBe(text === '')
  })
})
