import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { until } from '@usher/test-kit'
import { Connections } from '../src/overload/connections.ts'
import { holdOpen } from './support/raw-client.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

/** A server for three connections, which answers at once or, on `/slow`, never, and takes `/known` for having a credential. */
async function startSmall() {
  const time = { ms: 0 }
  const connections = new Connections({ isTrustedProxy: () => false, max: 3, now: () => time.ms })
  const accepted: Socket[] = []
  const server = createServer((req, res) => {
    connections.begin(req.socket)
    res.on('close', () => connections.end(req.socket, req.url === '/known'))
    if (req.url !== '/slow') res.end('ok')
  })
  server.on('connection', (socket) => {
    accepted.push(socket)
    connections.accept(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as AddressInfo).port
  return {
    time,
    connections,
    /** Opens a connection and waits until it is accepted, and its request answered, if it has one. */
    async open(path?: string) {
      const count = accepted.length
      const held = holdOpen(port, path === undefined ? '' : GET.replace('/', path))
      await until('the connection', () => accepted.length > count)
      if (path === '/slow') await until('the request', () => (accepted[count]?.bytesRead ?? 0) > 0)
      else if (path !== undefined) await until('the answer', () => held.text.endsWith('ok'))
      return held
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      for (const socket of accepted) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the attack: one address takes all connections', () => {
  test('closes further connections of an address at its limit and still serves other addresses', async () => {
    await using all = await startAll({ connectionsPerAddress: 5 })
    const { port } = all.gateway
    const held = Array.from({ length: 5 }, () => holdOpen(port, GET))
    await until('their answers', () => held.every(({ text }) => text.includes(' 404 ')))
    using refused = holdOpen(port, GET)
    await until('the next to be closed', () => refused.isEnded)
    expect(refused.text).toBe('')
    const metrics = await send(`${all.gateway.metricsUrl}/metrics`)
    expect(metrics.text).toMatch(/usher_connections_closed_total\{reason="address_full".*\} 1\n/)
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    other.end(GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
    let text = ''
    for await (const chunk of other) text += chunk
    expect(text).toContain(' 404 ')
    held[0]?.[Symbol.dispose]()
    const again = async () => (await send(`${all.url}/healthz`).catch(() => undefined))?.status === 200
    await until('a new one in place of one that ended', again)
    for (const one of held) one[Symbol.dispose]()
  })

  test('does not limit the number of connections of a trusted proxy', async () => {
    await using all = await startAll({ connectionsPerAddress: 2, trustedProxies: ['loopback'] })
    const held = Array.from({ length: 6 }, () => holdOpen(all.gateway.port, GET))
    await until('their answers', () => held.every(({ text }) => text.includes(' 404 ')))
    expect((await send(`${all.url}/healthz`)).status).toBe(200)
    for (const one of held) one[Symbol.dispose]()
  })
})

describe('the attack: many addresses take all connections', () => {
  test('announces keep-alive for 5 s without a valid credential and for 65 s with one', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    const [known, refused, notFound] = [
      await send(`${all.gateway.url}/v1/guests/gst_1`, { key }),
      await send(`${all.gateway.url}/v1/guests/gst_1`),
      await send(`${all.gateway.url}/nowhere`),
    ]
    expect([known.status, refused.status, notFound.status]).toEqual([204, 401, 404])
    expect(known.headers['keep-alive']).toBe('timeout=65')
    expect(refused.headers['keep-alive']).toBe('timeout=5')
    expect(notFound.headers['keep-alive']).toBe('timeout=5')
  })

  test('closes the longest idle connection when all are taken, authenticated ones last and busy ones never', async () => {
    await using small = await startSmall()
    const busy = await small.open('/slow')
    const known = await small.open('/known')
    const silent = await small.open()
    const next = await small.open('/')
    await until('the silent one to be closed', () => silent.isEnded)
    expect([busy.isEnded, known.isEnded, next.isEnded]).toEqual([false, false, false])
    const slow = await small.open('/slow')
    await until('the idle one to be closed', () => next.isEnded)
    const slower = await small.open('/slow')
    await until('the known one to be closed', () => known.isEnded)
    const tooMany = await small.open()
    await until('the one too many to be closed', () => tooMany.isEnded)
    expect([busy.isEnded, slow.isEnded, slower.isEnded]).toEqual([false, false, false])
  })

  test('closes a connection without a credential after 5 s without a request and keeps the others', async () => {
    await using small = await startSmall()
    const known = await small.open('/known')
    const unknown = await small.open('/')
    small.time.ms = 4_999
    small.connections.closeIdle()
    const late = await small.open('/')
    expect(unknown.isEnded).toBe(false)
    small.time.ms = 5_000
    small.connections.closeIdle()
    await until('it to be closed', () => unknown.isEnded)
    expect([known.isEnded, late.isEnded]).toEqual([false, false])
  })
})
