import { HOUR_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { isMassDeletion } from './breaker.ts'
import { type Action, decide, type Local, type Remote, type Sides } from './decide.ts'
import type { Span } from './google-event.ts'

const at = (hour: number): Span => ({ start: hour * HOUR_MS, end: (hour + 1) * HOUR_MS })
const local = (hour: number, given: Partial<Local> = {}): Local => ({
  ...at(hour),
  ...{ status: 'confirmed', textHash: 'words', isOver: false, isSession: false },
  ...given,
})
const remote = (hour: number, given: Partial<Remote> = {}): Remote => ({
  ...at(hour),
  ...{ etag: '"1"', status: 'confirmed' },
  ...given,
})

const AGREED: Sides = {
  ...{ local: local(9), remote: remote(9), base: at(9), refused: null, textHash: 'words' },
  ...{ mayExist: true, isGone: false },
}

/** The conflict table: what was done there and here, and what comes of it. */
const TABLE: readonly (readonly [string, Partial<Sides>, Action])[] = [
  ['nothing', {}, { kind: 'none' }],
  ['moved there', { remote: remote(11) }, { kind: 'request_move', to: at(11) }],
  ['moved there, and refused', { remote: remote(11), refused: at(11) }, { kind: 'patch' }],
  [
    'moved there again after a refusal',
    { remote: remote(12), refused: at(11) },
    { kind: 'request_move', to: at(12) },
  ],
  ['moved here', { local: local(10) }, { kind: 'patch' }],
  [
    'moved on both sides',
    { local: local(10), remote: remote(11) },
    { kind: 'patch', conflict: 'both_moved' },
  ],
  [
    'moved there, as a session',
    { local: local(9, { isSession: true }), remote: remote(11) },
    { kind: 'patch', conflict: 'session_changed' },
  ],
  [
    'deleted there, as a session',
    { local: local(9, { isSession: true }), remote: null, isGone: true },
    { kind: 'restore' },
  ],
  ['moved to the same time', { local: local(10), remote: remote(10) }, { kind: 'agree' }],
  ['words changed here', { local: local(9, { textHash: 'others' }) }, { kind: 'patch' }],
  ['confirmed here', { remote: remote(9, { status: 'tentative' }) }, { kind: 'patch' }],
  ['deleted there', { remote: null, isGone: true }, { kind: 'request_cancel' }],
  ['deleted there, moved here', { remote: null, isGone: true, local: local(10) }, { kind: 'request_cancel' }],
  [
    'deleted there when over',
    { remote: null, isGone: true, local: local(9, { isOver: true }) },
    { kind: 'none' },
  ],
  ['cancelled here', { local: null }, { kind: 'delete' }],
  [
    'cancelled here, moved there',
    { local: null, remote: remote(11) },
    { kind: 'delete', conflict: 'edited_after_cancel' },
  ],
  ['cancelled here, deleted there', { local: null, remote: null, isGone: true }, { kind: 'none' }],
  [
    'cancelled before it was written',
    { local: null, remote: null, mayExist: false, base: null },
    { kind: 'none' },
  ],
  ['cancelled while it was written', { local: null, remote: null, base: null }, { kind: 'delete' }],
  ['made here', { remote: null, mayExist: false, base: null, textHash: null }, { kind: 'create' }],
  ['made here, the answer lost', { remote: null, base: null, textHash: null }, { kind: 'create' }],
  ['found as another calendar link left it', { base: null, remote: remote(11) }, { kind: 'patch' }],
  [
    'over before it was written',
    { remote: null, mayExist: false, local: local(9, { isOver: true }) },
    { kind: 'none' },
  ],
]

describe('the sync decision for a booking and its event', () => {
  test.each(TABLE)('%s gives the action in the conflict table', (_, given, action) => {
    expect(decide({ ...AGREED, ...given })).toEqual(action)
  })

  const hours = fc.integer({ min: 0, max: 3 })
  const sides: fc.Arbitrary<Sides> = fc
    .record({
      local: fc.option(
        fc
          .tuple(hours, fc.boolean(), fc.boolean())
          .map(([hour, isPending, isOver]) =>
            local(hour, { status: isPending ? 'tentative' : 'confirmed', isOver }),
          ),
      ),
      remote: fc.option(hours.map((hour) => remote(hour))),
      base: fc.option(hours.map(at)),
      refused: fc.option(hours.map(at)),
      textHash: fc.option(fc.constantFrom('words', 'others')),
      mayExist: fc.boolean(),
      isGone: fc.boolean(),
    })
    .map((given) => ({ ...given, remote: given.isGone ? null : given.remote }))

  /** Both sides after an action; booking answers a wish as it likes. */
  function after(now: Sides, action: Action, isGranted: boolean): Sides {
    const same = now.local && { ...now.local, etag: '"2"' }
    const agreed = { base: now.local, refused: null, textHash: now.local?.textHash ?? null, mayExist: true }
    if (action.kind === 'patch' || action.kind === 'create') return { ...now, ...agreed, remote: same }
    if (action.kind === 'agree') return { ...now, base: now.local }
    if (action.kind === 'delete')
      return { ...now, ...agreed, remote: null, base: null, isGone: false, mayExist: false }
    if (action.kind === 'request_cancel') return { ...now, local: null }
    if (action.kind !== 'request_move') return now
    if (!isGranted) return { ...now, refused: action.to }
    return { ...now, base: action.to, local: now.local && { ...now.local, ...action.to } }
  }

  test('leads both sides to agree within three steps, from any state and any answer', () => {
    fc.assert(
      fc.property(sides, fc.boolean(), (given, isGranted) => {
        let now = given
        for (let step = 0; step < 3; step++) now = after(now, decide(now), isGranted)
        expect(decide(now)).toEqual({ kind: 'none' })
        const isThere = now.local && now.remote
        if (isThere) expect([now.remote?.start, now.remote?.end]).toEqual([now.local?.start, now.local?.end])
        if (!now.local) expect(now.remote).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  test('never cancels a booking whose event is not known to be gone', () => {
    fc.assert(
      fc.property(sides, (given) => {
        expect(decide({ ...given, isGone: false }).kind).not.toBe('request_cancel')
      }),
    )
  })
})

describe('vanished events', () => {
  test.each([
    [1, 1, false],
    [2, 2, false],
    [3, 15, false],
    [3, 14, true],
    [5, 25, false],
    [5, 24, true],
    [6, 1_000, true],
  ])('%i of %i vanished counts as a mass deletion: %s', (vanished, of, is) => {
    expect(isMassDeletion(vanished, of)).toBe(is)
  })
})
