import { createFakeClock } from '@usher/test-kit'
import type { FaultKind } from '../src/index.ts'
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

  test('a request without an answer times out, and the event is inserted only with silenceAfter', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const insert = (id: string) =>
      api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id }) }, { timeout: 150 })
    google.faults.add({ kind: 'silence' })
    await expect(insert('before')).rejects.toThrow()
    google.faults.add({ kind: 'silenceAfter' })
    await expect(insert('after')).rejects.toThrow()
    expect(google.events(ANN).all.map(({ id }) => id)).toEqual(['after'])
    google.faults.add({ kind: 'slow', delayMs: 1 })
    await insert('later')
    expect(google.events(ANN).all).toHaveLength(2)
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

  test('hits only requests with a query', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.faults.add({ kind: 'unavailable', query: /iCalUID=a/ })
    await api.events.list({ calendarId: ANN })
    expect(await failureOf(api.events.list({ calendarId: ANN, iCalUID: 'a' }))).toMatchObject({ status: 503 })
  })

  test('requests over the quota of a user or project answer 403 until a minute has passed', async () => {
    const clock = createFakeClock()
    await using google = await aGoogle({ clock })
    const api = await calendarOf(google)
    const list = () => api.events.list({ calendarId: ANN })
    google.setQuota({ perUser: 2, perProject: 100 })
    await list()
    await list()
    expect(await failureOf(list())).toEqual({ status: 403, reason: 'userRateLimitExceeded' })
    clock.advance(60_001)
    await list()
    google.setQuota({ perUser: 100, perProject: 1 })
    expect(await failureOf(list())).toEqual({ status: 403, reason: 'rateLimitExceeded' })
  })
})
