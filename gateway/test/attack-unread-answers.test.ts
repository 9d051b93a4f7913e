import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { until } from '@usher/test-kit'
import { Connections } from '../src/overload/connections.ts'
import { cutOffUnread } from '../src/overload/unread-answers.ts'

/** More than two kernels keep for a connection. */
const LARGE = Buffer.alloc(1_000_000, 'x')
const ANSWERS = 30
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

/** A server with room for one connection, which gives a client as long to read as the test says. */
async function startServer(ms: number) {
  const connections = new Connections({ isTrustedProxy: () => false, max: 1 })
  const accepted: Socket[] = []
  const server = createServer((req, res) => {
    connections.begin(req.socket)
    res.on('close', () => connections.end(req.socket, false))
    res.end(LARGE)
  })
  server.on('connection', (socket) => {
    accepted.push(socket)
    connections.accept(socket)
  })
  cutOffUnread(server, ms)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    accepted,
    /** Asks for 30 MB and reads nothing. */
    ask() {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      client.pause()
      client.write(GET.repeat(ANSWERS))
      return client
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('a client that requests many large responses and reads nothing', () => {
  test('resets the connection after a while without progress and makes room for another', async () => {
    await using server = await startServer(300)
    using first = disposable(server.ask())
    await until('the connection', () => server.accepted.length === 1)
    await until('the reset', () => server.accepted[0]?.destroyed === true)
    expect(first.client.bytesRead).toBeLessThan(LARGE.length * ANSWERS)
    using second = disposable(server.ask())
    second.client.resume()
    await until('the answers', () => second.client.bytesRead > LARGE.length * ANSWERS)
  })

  test('delivers everything to a client that resumes reading in time', async () => {
    await using server = await startServer(60_000)
    using slow = disposable(server.ask())
    await until('what waits', () => (server.accepted[0]?.writableLength ?? 0) > 0)
    slow.client.resume()
    await until('the answers', () => slow.client.bytesRead > LARGE.length * ANSWERS)
    expect(server.accepted[0]?.destroyed).toBe(false)
  })
})

const disposable = (client: Socket) => ({ client, [Symbol.dispose]: () => void client.destroy() })
