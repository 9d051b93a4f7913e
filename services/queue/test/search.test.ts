import type { Client } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phonePrefixes } from '../src/guests/search.ts'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ country: 'US' })
})
afterAll(() => harness[Symbol.asyncDispose]())

const list = async (queue: string, search: Record<string, string>) =>
  (await api('GET', `/v1/queues/${queue}/guests?${new URLSearchParams(search)}`)).body

const names = async (queue: string, search: Record<string, string>): Promise<string[]> =>
  (await list(queue, search)).data.map(({ name }: { name: string }) => name)

describe('given guests in a queue', () => {
  test('when a text is sought, then who has it at the beginning of name or phone is found', async () => {
    const queue = await givenQueue(api)
    await givenGuest(api, queue, { name: 'Ada Lovelace', phone: '+1 415 555 2671' })
    await givenGuest(api, queue, { name: 'Ádám', phone: '+44 20 7946 0958' })
    await givenGuest(api, queue, { name: 'Bob ada' })
    await givenGuest(api, queue, { name: '4 friends' })
    await givenGuest(api, await givenQueue(api), { name: 'Ada elsewhere' })
    expect(await names(queue, { q: 'ADA' })).toEqual(['Ada Lovelace', 'Ádám'])
    expect(await names(queue, { q: 'ada l' })).toEqual(['Ada Lovelace'])
    expect(await names(queue, { q: 'd' })).toEqual([])
    expect(await names(queue, { q: '.*' })).toEqual([])
    expect(await names(queue, { q: '(415) 555' })).toEqual(['Ada Lovelace'])
    expect(await names(queue, { q: '+4420' })).toEqual(['Ádám'])
    expect(await names(queue, { q: '4' })).toEqual(['Ada Lovelace', 'Ádám', '4 friends'])
    expect(await names(queue, { q: 'ada', status: 'seated' })).toEqual([])
  })

  test('when a search has several pages, then its cursor goes on and fits no other search', async () => {
    const queue = await givenQueue(api)
    for (const name of ['Ada 1', 'Bob', 'Ada 2', 'Ada 3']) await givenGuest(api, queue, { name })
    const first = await list(queue, { q: 'ada', limit: '2' })
    await givenGuest(api, queue, { name: 'Ada 4' })
    const second = await list(queue, { q: 'ada', limit: '2', cursor: first.next_cursor })
    const found = [...first.data, ...second.data].map(({ name }: { name: string }) => name)
    expect([found, second.next_cursor]).toEqual([['Ada 1', 'Ada 2', 'Ada 3', 'Ada 4'], null])
    expect(await list(queue, { q: 'bob', cursor: first.next_cursor })).toMatchObject({
      code: 'invalid_cursor',
    })
  })

  test('when a time range is given, then only who joined in it is listed, its end excluded', async () => {
    const queue = await givenQueue(api)
    const times: string[] = []
    for (const name of ['A', 'B', 'C']) {
      const id = await givenGuest(api, queue, { name })
      times.push((await api('GET', `/v1/guests/${id}`)).body.created_at)
      harness.clock.advance(60_000)
    }
    const [a = '', b = '', c = ''] = times
    expect(await names(queue, { created_from: b })).toEqual(['B', 'C'])
    expect(await names(queue, { created_from: a, created_to: c })).toEqual(['A', 'B'])
    expect(await names(queue, { created_to: a })).toEqual([])
    expect(await list(queue, { created_from: 'yesterday' })).toMatchObject({ code: 'validation_failed' })
  })
})

describe('given how numbers are written', () => {
  test.each([
    ['+49 30', 'US', ['+4930']],
    ['030/12', 'DE', ['+03012', '+493012']],
    ['3 Musketeers', 'US', []],
    ['Ada', 'US', []],
  ])('when %s is sought from %s, then these are the beginnings', (text, country, expected) => {
    expect(phonePrefixes(text, country)).toEqual(expected)
  })
})
