import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

/** A gateway before a service whose first connections close under what is sent, as those of a process that stops. */
async function givenClosing(times: number) {
  const all = await startAll()
  const key = all.accounts.addKey()
  let closed = 0
  all.service.answerWith(({ res }) => {
    if (closed++ < times) res.destroy()
    else res.writeHead(204).end()
  })
  return { ...all, key }
}

describe('a connection to a service that closes before the answer', () => {
  test('repeats a read once', async () => {
    await using all = await givenClosing(1)
    expect((await send(all.url + GUEST, { key: all.key })).status).toBe(204)
    expect(all.service.received).toHaveLength(2)
  })

  test('repeats a write with an idempotency key once, with its body', async () => {
    await using all = await givenClosing(1)
    const headers = { 'idempotency-key': 'a', 'content-type': 'application/json' }
    const path = `${all.url}${GUEST}/notify`
    expect((await send(path, { method: 'POST', key: all.key, headers, body: '{}' })).status).toBe(204)
    expect(all.service.received.map(({ body }) => body)).toEqual(['{}', '{}'])
  })

  test('answers 503 to a write without an idempotency key and does not repeat it', async () => {
    await using all = await givenClosing(1)
    const answer = await send(`${all.url}${GUEST}/seat`, { method: 'POST', key: all.key })
    expect(answer.status).toBe(503)
    expect(all.service.received).toHaveLength(1)
  })

  test('answers 503 when the second connection closes as well', async () => {
    await using all = await givenClosing(2)
    expect((await send(all.url + GUEST, { key: all.key })).status).toBe(503)
    expect(all.service.received).toHaveLength(2)
  })
})
