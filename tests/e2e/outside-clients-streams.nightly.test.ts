import { until } from '@usher/test-kit'
import { EventSource } from 'eventsource'
import { allGuests } from './load.ts'
import { findPython, startPython } from './outside-clients/run-python.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
beforeAll(async () => {
  usher = await startOwnUsher()
})
afterAll(() => usher?.[Symbol.asyncDispose]())

interface Listener {
  /** Called before each attempt to connect. */
  readonly onConnect: () => void
  readonly onEvent: (type: string, data: string) => void
}
type Follow = (url: string, listener: Listener) => Disposable

const followByEventSource: Follow = (url, { onConnect, onEvent }) => {
  const source = new EventSource(url, {
    fetch: (address, init) => {
      onConnect()
      const headers = { ...init.headers, authorization: `Bearer ${usher.demo.api_key}` }
      return fetch(address, { ...init, headers })
    },
  })
  for (const type of ['snapshot', 'guest.added'])
    source.addEventListener(type, ({ data }) => onEvent(type, data))
  return { [Symbol.dispose]: () => source.close() }
}

const { python, lack } = await findPython()

const followByPython =
  (name: string): Follow =>
  (url, { onConnect, onEvent }) =>
    startPython(
      python,
      'events_client.py',
      { package: name, url, key: usher.demo.api_key },
      ({ type, data }) => (type === undefined ? onConnect() : onEvent(type, data ?? '')),
    )

/** Follows a queue as documented: events describe guests; after a `snapshot` the guests are read again. */
function followGuests(follow: Follow, queue: string) {
  const state = { connects: 0, snapshots: 0, known: new Set<string>() }
  const readAgain = async () => {
    for (const { id } of await until('the guests', () => allGuests(usher.api, queue))) state.known.add(id)
  }
  const client = follow(`${usher.stack.url}/v1/queues/${queue}/events`, {
    onConnect: () => {
      state.connects += 1
    },
    onEvent: (type, data) => {
      if (type === 'guest.added') state.known.add(JSON.parse(data).data.id)
      if (type !== 'snapshot') return
      state.snapshots += 1
      // A failure shows up as guests that never become known.
      readAgain().catch(() => {})
    },
  })
  return { state, [Symbol.dispose]: () => client[Symbol.dispose]() }
}

async function addGuest(queue: string): Promise<string> {
  const added = await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
  if (added.status !== 201) throw new Error(`the guest was answered ${added.status}`)
  return added.body.id
}

describe.each([
  { name: 'eventsource of npm', follow: followByEventSource, lack: undefined },
  {
    name: 'httpx-sse of PyPI',
    follow: followByPython('httpx_sse'),
    lack: lack,
  },
  {
    name: 'sseclient-py of PyPI',
    follow: followByPython('sseclient'),
    lack: lack,
  },
])('$name following the event stream of a queue', ({ follow, lack }) => {
  ;(lack ? test.skip : test)('misses no guest when the queue service is killed and restarts', async () => {
    const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Door' } })).body.id
    using client = followGuests(follow, queue)
    const { state } = client
    await until('the first snapshot', () => state.snapshots === 1)
    const before = await addGuest(queue)
    await until('the guest added before', () => state.known.has(before))
    const { connects } = state
    const service = usher.stack.process('queue')
    const { pid } = service
    service.kill('SIGKILL')
    const during = await until('a guest added as soon as it can be', () => addGuest(queue))
    await until('the guest added during the restart', () => state.known.has(during))
    expect(service.pid).not.toBe(pid)
    expect(state.connects).toBeGreaterThan(connects)
    const after = await addGuest(queue)
    await until('the guest added after', () => state.known.has(after))
  })
})
