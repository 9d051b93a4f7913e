import { startLocalGoogle } from '@usher/local-google'
import { systemClock } from '@usher/service-kit'
import { startOnce } from '@usher/test-kit'
import { calendarsOf } from '../src/google/calendars.ts'
import { createGoogleOf } from '../src/google/google.ts'
import { createEventsApi } from '../src/sync/events-api.ts'
import { GOOGLES_NOT_FOUND, STRANGERS_ANSWERS } from './strangers.ts'

const ANN = 'ann@example.test'
const EVENT = 'event0'
const ETAG = '"1"'
const FIELDS = { summary: 'Ada', start: { date: '2026-12-24' }, end: { date: '2026-12-25' } }
const CHANNEL = { id: 'channel-1', token: 'token', address: 'https://usher.test/callbacks' }
const WINDOW = { window: { start: 0, end: 1 } }

const given = startOnce(async () => {
  const local = await startLocalGoogle()
  local.createAccount(ANN)
  const tokens = { of: async () => ({ value: 'token', version: 1 }) }
  const options = {
    apiUrl: local.environment.GOOGLE_API_URL,
    tokens,
    clock: systemClock,
    pause: async () => {},
  }
  const google = createGoogleOf(options)({ _id: 'cal_1', organization_id: 'org_1' })
  return {
    local,
    google,
    events: createEventsApi(google, ANN),
    answer: (status: number, body: unknown, path?: RegExp) => {
      local.faults.clear()
      local.faults.add({ kind: 'answer', answer: { status, body }, times: 100, ...(path && { path }) })
    },
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  }
})

type Given = Awaited<ReturnType<typeof given>>

const CALLS: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  'listing calendars': ({ google }) => calendarsOf(google),
  'listing events': ({ events }) => events.list(WINDOW, undefined),
  'reading an event': ({ events }) => events.get(EVENT),
  'inserting an event': ({ events }) => events.insert(EVENT, FIELDS),
  'changing an event': ({ events }) => events.patch(EVENT, ETAG, FIELDS),
  'watching events': ({ events }) => events.watch(CHANNEL),
}

/** Success with an empty body is what Google answers to this one. */
const DELETING = ['deleting an event', ({ events }: Given) => events.delete(EVENT)] as const
const NOT_EMPTY = STRANGERS_ANSWERS.filter(([what]) => what !== 'success with nothing')

describe('an answer that is not from Google', () => {
  const each = Object.entries(CALLS).flatMap(([what, call]) =>
    STRANGERS_ANSWERS.map(([answer, status, body]) => [what, answer, { call, status, body }] as const),
  )
  const deletions = NOT_EMPTY.map(
    ([answer, status, body]) => [DELETING[0], answer, { call: DELETING[1], status, body }] as const,
  )
  test.each([...each, ...deletions])(
    'to %s with %s is a transient error',
    async (_what, _answer, { call, status, body }) => {
      const all = await given()
      all.answer(status, body)
      await expect(call(all)).rejects.toMatchObject({ name: 'GoogleError', fault: 'transient' })
    },
  )
})

describe("Google's answer that an event is not found", () => {
  test('means no such event when its calendar can be read', async () => {
    const all = await given()
    all.answer(404, GOOGLES_NOT_FOUND, /\/events\/\w+$/)
    all.local.faults.add({
      ...{ kind: 'answer', path: /\/events$/ },
      answer: { status: 200, body: { kind: 'calendar#events', items: [], nextSyncToken: 'x' } },
    })
    expect(await all.events.get(EVENT)).toBeNull()
  })

  test('is an error when its calendar is not found either', async () => {
    const all = await given()
    all.answer(404, GOOGLES_NOT_FOUND)
    await expect(all.events.get(EVENT)).rejects.toMatchObject({ fault: 'not_found' })
  })
})

describe('an endless list of calendars', () => {
  test('is abandoned after some pages', async () => {
    await using all = await given()
    const body = { kind: 'calendar#calendarList', items: [{ id: 'a' }], nextPageToken: 'again' }
    all.answer(200, body)
    await expect(calendarsOf(all.google)).rejects.toMatchObject({ fault: 'transient' })
  })
})
