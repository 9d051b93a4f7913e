import { connectMongo, runMigration } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import { announceProviders } from '../src/migrations/announce-providers.ts'
import { givenProvider, startHarness } from './harness.ts'

const LATER = 120

describe('given providers of several organisations that other services may not know of', () => {
  test('when they are announced while one of them changes, then each is told in order, without gap', async () => {
    await using harness = await startHarness()
    const apis = [harness.client(), harness.otherOrganization()]
    const [ours, theirs] = await Promise.all(apis.map((api) => givenProvider(api)))
    await using stack = new AsyncDisposableStack()
    const connection = await connectMongo(harness.config.mongoUrl)
    stack.defer(() => connection.destroy())
    const rename = (name: string) => apis[0]?.('PATCH', `/api/providers/${ours?.id}`, { body: { name } })
    await Promise.all([runMigration(connection, announceProviders), rename('Ada'), rename('Bob')])
    const told = (id = '') => harness.events.of(id)
    await until('all', () => told(ours?.id).length === 4 && told(theirs?.id).length === 2)
    expect(told(ours?.id).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    const { body } = (await apis[0]?.('GET', `/api/providers/${ours?.id}`)) ?? {}
    expect(told(ours?.id).at(-1)?.data).toMatchObject({ name: body.name })
    expect(told(theirs?.id)).toMatchObject([
      { sequence: 1 },
      { sequence: 2, actor: 'operator', data: { name: 'Grace' } },
    ])
    expect(new Set(told(theirs?.id).map(({ organizationid }) => organizationid)).size).toBe(1)
    expect(told(theirs?.id)[0]?.organizationid).not.toBe(harness.organizationId)
  })

  test('when they are more than one part holds, then all are told once', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    await Promise.all(Array.from({ length: LATER }, () => givenProvider(api)))
    await using stack = new AsyncDisposableStack()
    const connection = await connectMongo(harness.config.mongoUrl)
    stack.defer(() => connection.destroy())
    expect(await runMigration(connection, announceProviders)).toBe(2)
    await until('all', () => harness.events.events.length === 2 * LATER)
    expect(harness.events.events.filter(({ sequence }) => sequence === 2)).toHaveLength(LATER)
  })
})
