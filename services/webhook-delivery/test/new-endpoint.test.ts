import { startReceiver, until } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import { anEvent, givenEndpoint, startHarness } from './harness.ts'

describe('given events of an organisation without an endpoint', () => {
  test('when another replica makes one meanwhile, then it gets every later event', async () => {
    await using harness = await startHarness()
    const replica = await harness.start()
    await using receiver = await startReceiver()
    const publish = (name: string) => harness.publish(anEvent(harness.organizationId, { name }))
    for (let i = 0; i < 40; i += 1) await publish('before')
    const endpoint = await givenEndpoint(harness.client({}, replica.url), receiver.url)
    const later = Array.from({ length: 40 }, (_, i) => `later ${i}`)
    for (const name of later) await publish(name)
    const received = () => receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
    const names = () => new Set(received().map(({ data }) => data.name)).difference(new Set(['before']))
    await until('all later events', () => names().size === later.length)
    expect([...names()].sort()).toEqual(later.toSorted())
    expect(new Set(received().map(({ meta }) => meta.webhook_id))).toEqual(new Set([endpoint.id]))
  })
})
