import { processNames } from '@usher/local'
import { SUBSCRIPTIONS } from '@usher/setup'
import { askOnDemand, manage, until } from '@usher/test-kit'
import { beforeAll, describe, expect, test } from 'vitest'

interface Binding {
  readonly source: string
  readonly destination: string
  readonly routing_key: string
}

interface Consumer {
  readonly queue: { readonly name: string }
  readonly channel_details: { readonly user?: string }
}

/** The types of events that each user at the broker follows. */
const followed = new Map<string, Set<string>>()
/** The user of each process. */
const users = new Map<string, string>()

beforeAll(async () => {
  const { environments } = await askOnDemand<{
    environments: Readonly<Record<string, { readonly RABBITMQ_URL: string }>>
  }>('/usher')
  for (const name of processNames) users.set(name, new URL(environments[name]?.RABBITMQ_URL ?? '').username)
  const { management_url } = await askOnDemand<{ management_url: string }>('/servers')
  // Who consumes is told some seconds later than that somebody does.
  const consumers = await until('the users of all consumers', async () => {
    const found = (await manage(management_url, 'GET', '/api/consumers/%2F')) as Consumer[]
    const isTold = [...users.values()].every((name) =>
      found.some(({ channel_details: { user } }) => user === name),
    )
    return isTold && found.every(({ channel_details }) => channel_details.user) && found
  })
  const bindings = (await manage(management_url, 'GET', '/api/bindings/%2F')) as Binding[]
  for (const { queue, channel_details } of consumers) {
    const user = channel_details.user ?? ''
    const types = followed.get(user) ?? new Set()
    followed.set(user, types)
    const own = bindings.filter(
      ({ source, destination }) => source === 'usher.events' && destination === queue.name,
    )
    for (const { routing_key } of own) types.add(routing_key)
  }
})

describe('the users of the processes at the broker', () => {
  test('given a running Usher, then no two processes share one', () => {
    expect(new Set(users.values()).size).toBe(processNames.length)
  })

  test.each(processNames)('given %s, then it may follow what it follows, and no more', (name) => {
    const types = followed.get(users.get(name) ?? '') ?? []
    expect((SUBSCRIPTIONS[name] ?? []).map(({ type }) => type).sort()).toEqual([...types].sort())
  })
})
