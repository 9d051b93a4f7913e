import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { createAddressGuard, createResolve, OPEN_ALREADY, parseAddressRange } from '@usher/service-kit'
import { createSender, impatient, SEND_LIMIT_MS, type Sender, type SendResult } from './sender.ts'

let folder: string
const certificate = { key: '', cert: '' }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-sender-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' })
  Object.assign(certificate, { key: readFileSync(key), cert: readFileSync(cert, 'utf8') })
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  jest.useRealTimers()
})

async function listening(server: Server & { closeAllConnections(): void }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const startHttps = (onRequest: RequestListener) => listening(createHttpsServer(certificate, onRequest))

function givenSender() {
  const isAllowedAddress = createAddressGuard(['127.0.0.0/8', '::1/128'].map(parseAddressRange))
  const sender = createSender({ isAllowedAddress, refusalOf: () => null, resolve: createResolve() })
  return {
    send: (url: string) => sender.send({ url, headers: { 'webhook-id': 'dlv_1' }, body: Buffer.from('{}') }),
    stop: () => sender.stop(),
    [Symbol.asyncDispose]: () => sender.stop(),
  }
}

describe('a receiver with TLS', () => {
  test('gets no request when its certificate is self-signed, and the error says so', async () => {
    let requests = 0
    await using server = await startHttps((_req, res) => {
      requests += 1
      res.end()
    })
    await using sender = givenSender()
    const result = await sender.send(`https://localhost:${server.port}/hook`)
    expect(result).toMatchObject({ answer: null, error: 'The TLS certificate is self-signed' })
    expect(requests).toBe(0)
  })

  test('gets the webhook with a trusted certificate, but not under another host name', async () => {
    const known = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...known, certificate.cert])
    try {
      await using server = await startHttps((req, res) => res.end(`${req.method} ${req.url}`))
      await using sender = givenSender()
      const result = await sender.send(`https://localhost:${server.port}/hook?a=1`)
      expect(result).toMatchObject({ answer: { status: 200, body: 'POST /hook?a=1' }, error: null })
      const other = await sender.send(`https://127.0.0.1:${server.port}/hook`)
      expect(other).toMatchObject({ answer: null, error: 'The TLS certificate is for another host name' })
    } finally {
      tls.setDefaultCACertificates(known)
    }
  })
})

describe('a receiver that never ends its answer', () => {
  test('is given up after 15 s, with the part of the answer that arrived', async () => {
    const arrived = Promise.withResolvers<void>()
    await using server = await listening(
      createHttpServer((_req, res) => res.write('some', () => arrived.resolve())),
    )
    await using sender = givenSender()
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] })
    const sending = sender.send(`http://127.0.0.1:${server.port}/`)
    await arrived.promise
    // The answer's first part has left the receiver; let it arrive.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    jest.advanceTimersByTime(SEND_LIMIT_MS)
    expect(await sending).toMatchObject({
      answer: { status: 200, body: 'some' },
      error: 'It took longer than 15 s',
    })
  })

  test('is disconnected when its body exceeds 64 kB', async () => {
    const cut = Promise.withResolvers<string>()
    await using server = await listening(
      createHttpServer((req, res) => {
        req.socket.on('close', () => cut.resolve('cut'))
        res.write('x'.repeat(65_537))
      }),
    )
    await using sender = givenSender()
    const sent = await sender.send(`http://127.0.0.1:${server.port}/`)
    expect(sent).toMatchObject({ answer: { status: 200 }, error: 'The answer is longer than 64 kB' })
    expect(await cut.promise).toBe('cut')
  })

  test('leaves no result when the sender is stopped', async () => {
    const arrived = Promise.withResolvers<void>()
    await using server = await listening(createHttpServer(() => arrived.resolve()))
    const sender = givenSender()
    const sending = sender.send(`http://127.0.0.1:${server.port}/`)
    await arrived.promise
    await sender.stop()
    expect(await sending).toBeUndefined()
    expect(await sender.send(`http://127.0.0.1:${server.port}/`)).toBeUndefined()
  })
})

describe('a receiver with long answers', () => {
  test('receives ten answers of 50 kB over two connections', async () => {
    let connections = 0
    const receiver = createHttpServer((_req, res) => res.end('x'.repeat(50_000)))
    receiver.on('connection', () => {
      connections += 1
    })
    await using server = await listening(receiver)
    await using sender = givenSender()
    for (let i = 0; i < 10; i += 1) {
      const sent = await sender.send(`http://127.0.0.1:${server.port}/`)
      expect(sent).toMatchObject({ answer: { status: 200 }, error: null })
    }
    expect(connections).toBeLessThanOrEqual(2)
  })
})

describe('an unknown host name', () => {
  test('fails with the error "The host name could not be resolved"', async () => {
    await using sender = givenSender()
    const result = await sender.send('http://nobody.invalid/')
    expect(result).toMatchObject({ answer: null, error: 'The host name could not be resolved' })
  })
})

const TIMINGS = { ...OPEN_ALREADY, first_byte_ms: null }
const NONE: SendResult = { durationMs: 0, timings: TIMINGS, answer: null, error: 'No connection' }
const ANSWERED: SendResult = {
  ...{ durationMs: 900, timings: TIMINGS, error: null },
  answer: { status: 200, headers: {}, body: '' },
}

/** A sender whose receivers answer, hang or refuse connections as the test says, and the limits that it was given. */
function givenScriptedSender() {
  const limits: [string, number | undefined][] = []
  const receivers = new Map<string, 'answers' | 'hangs' | 'refuses'>()
  const sender: Sender = {
    async send({ url }, limitMs) {
      limits.push([url, limitMs])
      if (receivers.get(url) === 'answers') return ANSWERED
      return receivers.get(url) === 'hangs' ? { ...NONE, durationMs: limitMs ?? 0 } : NONE
    },
    stop: async () => {},
  }
  const send = async (url: string) =>
    void (await impatientOne.send({ url, headers: {}, body: Buffer.from('{}') }))
  const impatientOne = impatient(sender, { outside: (wait) => wait() })
  return { send, receivers, limits }
}

test('a sender for test clocks waits 5 s once for a receiver that hangs, and 1 s from then on until it answers', async () => {
  const { send, receivers, limits } = givenScriptedSender()
  receivers.set('hung', 'hangs').set('well', 'answers').set('gone', 'refuses')
  for (const url of ['hung', 'hung', 'hung', 'well', 'well', 'gone', 'gone']) await send(url)
  receivers.set('hung', 'answers')
  for (const url of ['hung', 'hung']) await send(url)
  expect(limits).toEqual([
    ...[
      ['hung', 5_000],
      ['hung', 1_000],
      ['hung', 1_000],
    ],
    ...[
      ['well', 5_000],
      ['well', 5_000],
      ['gone', 5_000],
      ['gone', 5_000],
    ],
    ...[
      ['hung', 1_000],
      ['hung', 5_000],
    ],
  ])
})
