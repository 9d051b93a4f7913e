import { processNames } from '@usher/local'
import { SUBSCRIPTIONS } from '@usher/setup'
import { askOnDemand, manage, until } from '@usher/test-kit'

interface Binding {
  readonly source: string
  readonly destination: string
  readonly routing_key: string
}

interface Consumer {
  readonly queue: { readonly name: string }
  readonly channel_details: { readonly user?: string }
}

/** The event types that each broker user subscribes to. */
const followed = new Map<string, Set<string>>()
/** The user of each process. */
const users = new Map<string, string>()

beforeAll(async () => {
  const { environments } = await askOnDemand<{
    environments: Readonly<Record<string, { readonly RABBITMQ_URL: string }>>
  }>('/usher')
  for (const name of processNames) users.set(name, new URL(environments[name]?.RABBITMQ_URL ?? '').username)
  const { management_url } = await askOnDemand<{ management_url: string }>('/servers')
  const bindings = ((await manage(management_url, 'GET', '/api/bindings/%2F')) as Binding[]).filter(
    ({ source }) => source === 'usher.events',
  )
  // The broker lists consumers some seconds after they have come, and their users later still.
  const consumers = await until('the users of all consumers', async () => {
    const found = (await manage(management_url, 'GET', '/api/consumers/%2F')) as Consumer[]
    const named = new Set(found.map(({ queue, channel_details: { user } }) => user && queue.name))
    const waiting = bindings.map(({ destination }) => destination).filter((queue) => !named.has(queue))
    if (waiting.length > 0) throw new Error(`no consumer of ${[...new Set(waiting)].join(', ')}`)
    return found
  })
  for (const { queue, channel_details } of consumers) {
    const user = channel_details.user ?? ''
    const types = followed.get(user) ?? new Set()
    followed.set(user, types)
    const own = bindings.filter(({ destination }) => destination === queue.name)
    for (const { routing_key } of own) types.add(routing_key)
  }
})

describe('the users of the processes at the broker', () => {
  test('are distinct for all processes', () => {
    expect(new Set(users.values()).size).toBe(processNames.length)
  })

  test.each(processNames)('%s may subscribe to exactly the event types it consumes', (name) => {
    const types = followed.get(users.get(name) ?? '') ?? []
    expect((SUBSCRIPTIONS[name] ?? []).map(({ type }) => type).sort()).toEqual([...types].sort())
  })
})
