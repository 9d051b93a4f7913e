import { LINE_CLAUSES, type LineClause, type OwnPlace } from '@usher/contracts'
import { placeState } from '../src/browser/shared.ts'
import { layout } from '../src/layout.ts'
import { LOCALES } from '../src/locale.ts'
import { placePage } from '../src/place/place-page.ts'
import { speakerOf } from '../src/speaker.ts'

const PLACE: OwnPlace = {
  ...{ organization_id: 'org_01', name: 'Ada', display_label: 'A. 47', party_size: 2, status: 'waiting' },
  ...{ position: 1, estimated_wait: 10, estimated_wait_range: { low: 10, high: 20 } },
  ...{ delay: null, usually_early: null, place_change: null, arrived_at: null, away_until: null },
  ...{
    can_return: false,
    booked_start: null,
    passed_by: null,
    locale: null,
    timezone: null,
    notified_at: null,
    desk: null,
  },
  queue: {
    ...{
      name: 'Practice',
      status: 'active',
      pause_reason: null,
      timezone: 'UTC',
      min_party_size: 1,
      max_party_size: 20,
      join_slug: null,
    },
  },
  ...{ created_at: '2026-11-22T16:00:00Z', updated_at: '2026-11-22T16:00:00Z' },
}

const passedBy = (clause: LineClause, came_late = false) => ({
  passed_by: { clause, at: '2026-11-22T16:05:00Z', came_late },
})

const NOW = new Date('2026-11-22T16:10:00Z')

/** The notices of the page. */
const noticesOf = async (more: Partial<OwnPlace>, locale: (typeof LOCALES)[number] = 'en') => {
  const page = placePage(
    { ...PLACE, ...more },
    { speaker: speakerOf(locale), token: 'x', brand: undefined, now: NOW },
  )
  const found = String(await layout(page)).matchAll(/<p class="notice">([^<]*)</g)
  return [...found].map(([, text]) => text)
}

const SAID = LINE_CLAUSES.filter((clause) => clause !== 'arrival' && clause !== 'line_order')

describe('the page of a guest who was passed by in the line', () => {
  test.each([
    ['booking_due', 'Somebody with a booking for now went first.'],
    ['early_gap', 'Somebody with a booking for now went first.'],
    ['late_booking', 'Somebody with a booking for an earlier time went first.'],
    ['backfill', 'Somebody who will be done before the next booking went first.'],
    ['walk_in_share', 'Somebody without a booking went first: those with and without take turns.'],
    ['separate_lines', 'Somebody from the other line went first: both lines take turns.'],
  ] as const)('for the clause %s says "%s"', async (clause, text) => {
    expect(await noticesOf(passedBy(clause))).toEqual([text])
    expect(placeState({ ...PLACE, ...passedBy(clause) })).not.toBe(placeState(PLACE))
  })

  test.each(LOCALES)('has words for each clause in %s', async (locale) => {
    const texts = await Promise.all(SAID.map((clause) => noticesOf(passedBy(clause), locale)))
    for (const said of texts) expect(said).toEqual([expect.stringMatching(/^[^{}]{8,}$/)])
    const due = texts[SAID.indexOf('booking_due')]
    if (locale !== 'en') expect(due).not.toEqual(await noticesOf(passedBy('booking_due')))
  })

  test('says that the guest came late for a booking, for any clause', async () => {
    const text = 'You came after the time of your booking, so others went first.'
    for (const clause of SAID) expect(await noticesOf(passedBy(clause, true))).toEqual([text])
  })

  test('gives no reason for the order of the line', async () => {
    expect(await noticesOf(passedBy('line_order'))).toEqual([])
  })
})

describe('the page of a guest with a booking', () => {
  test('shows the booked time while the guest waits', async () => {
    expect(await noticesOf({ booked_start: '2026-11-22T16:30:00Z' })).toEqual([
      expect.stringMatching(/^Your booking is for 4:30\sPM\.$/),
    ])
  })
})
