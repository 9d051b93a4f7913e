import type { FaultKind } from '../src/local-google.ts'
import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

describe('faults', () => {
  test.each<[FaultKind, number, string]>([
    ['userRateLimitExceeded', 403, 'userRateLimitExceeded'],
    ['rateLimitExceeded', 403, 'rateLimitExceeded'],
    ['tooManyRequests', 429, 'rateLimitExceeded'],
    ['backendError', 500, 'backendError'],
    ['unavailable', 503, 'backendError'],
  ])('%s fails as many matching requests as configured', async (kind, status, reason) => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.faults.add({ kind, method: 'POST', path: /events$/, times: 2 })
    const insert = () => api.events.insert({ calendarId: ANN, requestBody: anHour(9) })
    await api.events.list({ calendarId: ANN })
    expect(await failureOf(insert())).toEqual({ status, reason })
    expect(await failureOf(insert())).toEqual({ status, reason })
    expect(google.events(ANN).all).toHaveLength(0)
    expect((await insert()).status).toBe(200)
  })

  test('a connection cut before the request changes nothing, one cut after it leaves the event inserted', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const insert = (id: string) => api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id }) })
    google.faults.add({ kind: 'cutBefore' })
    expect(await failureOf(insert('before'))).toEqual({ status: undefined, reason: undefined })
    google.faults.add({ kind: 'cutAfter' })
    expect(await failureOf(insert('after'))).toEqual({ status: undefined, reason: undefined })
    expect(google.events(ANN).all.map(({ id }) => id)).toEqual(['after'])
  })

  test('spoils the answers of what was done', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const insert = (id: string) => api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id }) })
    google.faults.add({ kind: 'cutWithin' })
    await expect(insert('inside')).rejects.toThrow()
    google.faults.add({ kind: 'changed', change: ({ id }) => ({ id: `${id}0` }) })
    expect((await insert('changed')).data).toEqual({ id: 'changed0' })
    google.faults.add({ kind: 'changed', change: () => '{"id":' })
    await insert('truncated').catch(() => {})
    const seen: number[] = []
    const meanwhile = async () => void seen.push(google.events(ANN).all.length)
    google.faults.add({ kind: 'heldAfter', meanwhile })
    await insert('later')
    expect(google.events(ANN).all.map(({ id }) => id)).toEqual(['inside', 'changed', 'truncated', 'later'])
    expect(seen).toEqual([4])
  })

  test('holds a request until it is let go, and answers as something that is not Google', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const { promise: until, resolve } = Promise.withResolvers<void>()
    google.faults.add({ kind: 'held', method: 'POST', until })
    const inserting = api.events.insert({ calendarId: ANN, requestBody: anHour(9) })
    await api.events.list({ calendarId: ANN })
    expect(google.events(ANN).all).toEqual([])
    resolve()
    expect((await inserting).status).toBe(200)
    google.faults.add({ kind: 'answer', answer: { status: 502, body: '<h1>Bad Gateway</h1>' } })
    expect(await failureOf(api.events.list({ calendarId: ANN }))).toMatchObject({ status: 502 })
  })

  test('hits only requests with a query', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.faults.add({ kind: 'unavailable', query: /iCalUID=a/ })
    await api.events.list({ calendarId: ANN })
    expect(await failureOf(api.events.list({ calendarId: ANN, iCalUID: 'a' }))).toMatchObject({ status: 503 })
  })
})
