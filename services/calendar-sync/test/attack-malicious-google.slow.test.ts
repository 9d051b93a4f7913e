import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@usher/service-kit'
import { calendarsOf } from '../src/google/calendars.ts'
import { createGoogleOf, type Google } from '../src/google/google.ts'
import { createEventsApi } from '../src/sync/events-api.ts'

/** A server in Google's place that answers as a test wants. */
async function startMalicious(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const tokens = { of: async () => ({ value: 'token', version: 1 }) }
  const url = `http://127.0.0.1:${port}`
  const options = { apiUrl: url, tokens, clock: systemClock, pause: async () => {} }
  return {
    asked,
    url,
    google: createGoogleOf(options)({ _id: 'cal_1', organization_id: 'org_1' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const answering = (body: unknown) =>
  startMalicious((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })

const eventsOf = (google: Google) => createEventsApi(google, 'primary')
const list = (google: Google) => eventsOf(google).list({ syncToken: 'token' }, undefined)

const EVENT = { id: 'event0', status: 'confirmed' }
const eventsWith = (given: object) => ({
  kind: 'calendar#events',
  items: [],
  nextSyncToken: 'next',
  ...given,
})

describe('attack: malformed answers in place of Google', () => {
  test.each<[string, object]>([
    ['nothing as an event', { items: [null] }],
    ['an event without an id', { items: [{ status: 'cancelled' }] }],
    ['a number as an id', { items: [{ ...EVENT, id: 1 }] }],
    ['an id of a megabyte', { items: [{ ...EVENT, id: 'x'.repeat(1_000_000) }] }],
    ['an etag of a megabyte', { items: [{ ...EVENT, etag: 'x'.repeat(1_000_000) }] }],
    ['text as a time', { items: [{ ...EVENT, start: 'now' }] }],
    ['a number as a time', { items: [{ ...EVENT, start: { dateTime: 7 } }] }],
    ['an object as a time zone', { items: [{ ...EVENT, start: { date: '2026-11-28', timeZone: {} } }] }],
    ['an object as attendees', { items: [{ ...EVENT, attendees: {} }] }],
    [
      'an operator in the properties',
      { items: [{ ...EVENT, extendedProperties: { private: { bk: { $gt: '' } } } }] },
    ],
    ['more events than a page has', { items: Array.from({ length: 2_501 }, (_, n) => ({ id: `e${n}` })) }],
    ['an object as a page token', { nextPageToken: { $gt: '' } }],
    ['a sync token of a megabyte', { nextSyncToken: 'x'.repeat(1_000_000) }],
  ])('%s in a list of events counts as an outage', async (_, given) => {
    await using malicious = await answering(eventsWith(given))
    await expect(list(malicious.google)).rejects.toMatchObject({ name: 'GoogleError', fault: 'transient' })
  })

  test.each<[string, object]>([
    ['nothing as a calendar', { items: [null] }],
    ['a name of a megabyte', { items: [{ id: 'a', summary: 'x'.repeat(1_000_000) }] }],
    ['an object as a name', { items: [{ id: 'a', summary: {} }] }],
    ['more calendars than a page has', { items: Array.from({ length: 251 }, (_, n) => ({ id: `c${n}` })) }],
  ])('%s in the list of calendars counts as an outage', async (_, given) => {
    await using malicious = await answering({ kind: 'calendar#calendarList', ...given })
    await expect(calendarsOf(malicious.google)).rejects.toMatchObject({ fault: 'transient' })
  })

  test('a channel without a valid expiry is refused', async () => {
    await using malicious = await answering({ id: 'channel', resourceId: 'r', expiration: 'never' })
    const channel = { id: 'channel', token: 't', address: 'https://usher.test' }
    await expect(eventsOf(malicious.google).watch(channel)).rejects.toMatchObject({ fault: 'transient' })
  })

  test('an event other than the requested one is refused', async () => {
    await using malicious = await answering({ ...EVENT, id: 'another' })
    await expect(eventsOf(malicious.google).get('event0')).rejects.toMatchObject({ fault: 'transient' })
  })
})

describe('attack: redirected and endless answers', () => {
  test('a redirect is not followed, and its target gets no token', async () => {
    await using inner = await answering(eventsWith({}))
    const location = new URL('/inner', inner.url).href
    await using malicious = await startMalicious((_request, response) => {
      response.writeHead(307, { location }).end()
    })
    await expect(list(malicious.google)).rejects.toMatchObject({ fault: 'transient' })
    expect(inner.asked).toEqual([])
  })

  test('an endless answer is aborted', async () => {
    let sent = 0
    await using malicious = await startMalicious((_request, response) => {
      response.setHeader('content-type', 'application/json').write('{"items":"')
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      const more = () => {
        if (response.destroyed) return
        sent += 1
        if (response.write(chunk)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    await expect(list(malicious.google)).rejects.toMatchObject({ fault: 'transient' })
    // Four attempts of 64 MB, and what is under way.
    expect(sent).toBeLessThan(4 * 100)
  })
})
