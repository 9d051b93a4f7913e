import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createForward, receiverAddress } from './forward.ts'

const event = (number: number) => ({
  id: `evt_${number}`,
  sequence: number,
  api_version: '2026-12-01',
  body: { event: 'guest.added', timestamp: '2026-12-01T09:00:00Z', data: { id: `gst_${number}` } },
})

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

async function startServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the address of a receiver', () => {
  test.each([
    ['http://localhost:3000/webhooks', 'http://localhost:3000/webhooks'],
    ['https://example.com', 'https://example.com'],
    ['3000', 'http://localhost:3000'],
    ['3000/webhooks', 'http://localhost:3000/webhooks'],
    ['localhost:3000/webhooks', 'http://localhost:3000/webhooks'],
  ])('%s means %s', (given, expected) => {
    expect(receiverAddress(given)).toBe(expected)
  })

  test.each(['ftp://example.com', 'file:///etc/passwd', 'somewhere', ''])('is refused: "%s"', (given) => {
    expect(() => receiverAddress(given)).toThrow('is not an http or https address')
  })
})

describe('forwarding events', () => {
  test('attack: refuses an address with a password at once, instead of printing it with each event', () => {
    expect(() => receiverAddress('http://ada:secret@localhost:3000')).toThrow(/user or a password/)
    expect(() => receiverAddress('http://ada:secret@localhost:3000')).not.toThrow(/secret@/)
  })

  test('sends other events while the receiver delays some answers', async () => {
    const held: (() => void)[] = []
    await using server = await startServer((req, res) => {
      const answer = () => res.writeHead(204).end()
      if (req.headers['webhook-id'] === 'dlv_0') held.push(answer)
      else answer()
    })
    const forward = createForward(server.url, SECRET, new AbortController().signal)
    const first = forward(event(0))
    const others = await Promise.all([1, 2, 3].map((number) => forward(event(number))))
    expect(others.map(({ status }) => status)).toEqual([204, 204, 204])
    for (const answer of held) answer()
    expect((await first).status).toBe(204)
  })

  test('reports redirects, errors and connection failures', async () => {
    await using server = await startServer((req, res) => {
      const status = req.headers['webhook-id'] === 'dlv_1' ? 302 : 500
      res.writeHead(status, { location: 'http://127.0.0.1:9/' }).end()
    })
    const { signal } = new AbortController()
    const forward = createForward(server.url, SECRET, signal)
    expect(await forward(event(1))).toMatchObject({ status: 302, error: null })
    expect(await forward(event(2))).toMatchObject({ status: 500, error: null, url: server.url })
    const toNobody = createForward('http://127.0.0.1:1', SECRET, signal)
    expect(await toNobody(event(3))).toMatchObject({ status: null, error: expect.stringMatching(/\w/) })
  })
})
