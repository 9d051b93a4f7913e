import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { trustedCertificate } from '@usher/test-kit'

/** A message as a push service got it. */
export interface Pushed {
  readonly path: string
  readonly ttl: number
  readonly urgency: string | undefined
  readonly topic: string | undefined
  /** What the browser reads. */
  readonly payload: Readonly<Record<string, string>>
  /** Claims of the sender's token (VAPID). */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number }
}

interface Answer {
  /** null: none ever comes. */
  readonly status: number | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser with a subscription: its keys, and what it gives to the page. */
function newBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return { pair, publicKey, auth, subscription: { endpoint, expirationTime: null, keys } }
}

type Browser = ReturnType<typeof newBrowser>

/** Decrypts the content coding aes128gcm of one record (RFC 8188) under the keys of a browser (RFC 8291 §3.4). */
function decrypt(body: Buffer, { pair, publicKey, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The last record ends with 2 and zeroes.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Reads the claims of `vapid t=TOKEN, k=KEY` (RFC 8292 §3). @throws Error for a wrong signature */
function claimsOf(authorization: string, serverKey: string): Pushed['claims'] {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== serverKey) throw new Error('the browser subscribed with another key')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const [head = '', claims = '', signature = ''] = token.split('.')
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('the token is not signed by the server')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/**
 * A push service on this machine, with TLS (RFC 8030). Messages that no browser could read are answered 400 or 403.
 *
 * @param serverKey with which browsers subscribe
 */
export async function startPushService(serverKey: string) {
  const pushed: Pushed[] = []
  const answers: Answer[] = []
  const requests: number[] = []
  const browsers = new Map<string, Browser>()
  const server = createServer(trustedCertificate(), async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    requests.push(Date.now())
    const path = req.url ?? ''
    const answer = answers.shift()
    if (answer?.status === null) return
    if (answer) return void res.writeHead(answer.status, answer.headers).end()
    const browser = browsers.get(path)
    if (!browser) return void res.writeHead(404).end()
    try {
      if (req.headers['content-encoding'] !== 'aes128gcm') throw new Error('of another coding')
      const [urgency, topic] = ['urgency', 'topic'].map((name) => req.headers[name] as string | undefined)
      const claims = claimsOf(req.headers.authorization ?? '', serverKey)
      const payload = JSON.parse(decrypt(Buffer.concat(chunks), browser))
      pushed.push({ path, ttl: Number(req.headers.ttl), urgency, topic, payload, claims })
      res.writeHead(201, { location: `${origin(server)}/message/${pushed.length}` }).end()
    } catch (error) {
      res.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: origin(server),
    pushed,
    /** Times of all requests. */
    requests,
    /** Answers to the next messages, in order; then each is taken for a browser that is there. */
    answers,
    /** The subscription of a new browser. */
    subscribe() {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const browser = newBrowser(origin(server) + path)
      browsers.set(path, browser)
      return browser.subscription
    },
    /** The browser ends its subscription. */
    end: ({ endpoint }: { readonly endpoint: string }) => browsers.delete(new URL(endpoint).pathname),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const origin = (server: Server): string => `https://localhost:${(server.address() as AddressInfo).port}`
