import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useDeferredValue, useState } from 'react'
import { api, setCsrfToken } from '../api/client.ts'
import { button, renderWith } from '../testing/render.tsx'
import { QUEUE } from '../testing/samples.ts'
import { refuse, type SentRequest } from '../testing/stub-api.ts'
import { Part } from './part.tsx'

const queueQuery = (id: string) =>
  queryOptions({
    queryKey: ['queue', id],
    queryFn: async () => (await api.get('/v1/queues/{id}', { params: { path: { id } } })).data,
  })

function Queue({ id }: { id: string }) {
  return <p>{useSuspenseQuery(queueQuery(id)).data.name}</p>
}

/** Switches between queues as pages switch filters. */
function Picked() {
  const [id, setId] = useState(QUEUE.id)
  const shown = useDeferredValue(id)
  return (
    <>
      <button type="button" onClick={() => setId(OTHER.id)}>
        Other
      </button>
      <Part resetOn={shown}>
        <Queue id={shown} />
      </Part>
    </>
  )
}

function Closable() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      {isOpen && (
        <Part>
          <Queue id={QUEUE.id} />
        </Part>
      )}
    </>
  )
}

const OTHER = { ...QUEUE, id: 'q_01h455vb4pex5vsknk084sn02r', name: 'Bar' }
const missing = refuse('not_found', 'There is no such queue.')

/** Answers the first time with a refusal, then with the queue. */
function refuseOnce() {
  let count = 0
  return () => {
    count += 1
    return count === 1 ? missing() : QUEUE
  }
}

const answerLater = () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  return { promise, resolve }
}

/** Turns of the event loop from the answer until it is shown. On a busy machine they take longer, but there are no more of them. */
async function turnsOfAnswer(): Promise<number> {
  const { promise, resolve } = answerLater()
  renderWith({ getQueue: () => promise }, <Queue id={QUEUE.id} />)
  await screen.findByRole('status', { name: 'Loading' })
  resolve(QUEUE)
  let turns = 0
  for (; !screen.queryByText(QUEUE.name); turns += 1) await new Promise((next) => setTimeout(next))
  cleanup()
  return turns
}

describe('a part of a page whose query suspends', () => {
  test('shows its data at once when the response arrives, not 300 ms after the placeholder', async () => {
    // The first is slower: what it needs is compiled.
    await turnsOfAnswer()
    expect(await turnsOfAnswer()).toBeLessThan(10)
  })

  test('keeps the old data until the data of another query has arrived', async () => {
    const { promise, resolve } = answerLater()
    const getQueue = ({ params }: SentRequest) => (params.id === OTHER.id ? promise : QUEUE)
    const { user, sent } = renderWith({ getQueue }, <Picked />)
    await screen.findByText(QUEUE.name)
    await user.click(button('Other'))
    await waitFor(() => expect(sent('getQueue')).toHaveLength(2))
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
    expect(screen.getByText(QUEUE.name)).toBeTruthy()
    resolve(OTHER)
    expect(await screen.findByText(OTHER.name)).toBeTruthy()
  })
})

describe('a part of a page whose query fails', () => {
  test('shows the error in its place without reporting it, and the data after Try again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    setCsrfToken('token')
    const { user, sent } = renderWith({ getQueue: refuseOnce() }, <Queue id={QUEUE.id} />)
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such queue.')
    await user.click(button('Try again'))
    expect(await screen.findByText(QUEUE.name)).toBeTruthy()
    expect(sent('reportPageError')).toEqual([])
    setCsrfToken(undefined)
  })

  test('drops the error when another query is shown', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    const getQueue = ({ params }: SentRequest) => (params.id === OTHER.id ? OTHER : missing())
    const { user, sent } = renderWith({ getQueue }, <Picked />)
    await screen.findByRole('alert')
    await user.click(button('Other'))
    expect(await screen.findByText(OTHER.name)).toBeTruthy()
    expect(sent('getQueue')).toHaveLength(2)
  })

  test('sends the query again when it is closed and opened', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = renderWith({ getQueue: refuseOnce() }, <Closable />)
    await screen.findByRole('alert')
    await user.click(button('Toggle'))
    await user.click(button('Toggle'))
    expect(await screen.findByText(QUEUE.name)).toBeTruthy()
  })
})
