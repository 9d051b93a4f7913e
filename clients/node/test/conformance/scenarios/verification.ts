import { type Received, type Receiver, startReceiver, until } from '@usher/test-kit'
import type { Bench } from '../bench.ts'
import type { Verification } from '../driver.ts'

const OTHER_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** Deliveries of the product are verified. */
export function describeVerification(bench: () => Bench): void {
  let receiver: Receiver
  let delivery: Received
  let secrets: [newest: string, former: string]
  beforeAll(async () => {
    receiver = await startReceiver()
    const { api } = bench().usher
    const { body } = await api('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
    const rotated = await api('POST', `/v1/webhook-endpoints/${body.id}/rotate-secret`)
    secrets = [rotated.body.secret, body.secret]
    const id = await bench().queue()
    delivery = await until('the delivery', () => receiver.received.find(({ raw }) => raw.includes(id)))
    await api('DELETE', `/v1/webhook-endpoints/${body.id}`)
  })
  afterAll(() => receiver?.[Symbol.asyncDispose]())

  const verification = (changes: Partial<Verification> = {}): Verification => {
    const headers = delivery.headers as Record<string, string>
    const now = Number(headers['webhook-timestamp'])
    return { do: 'verify', body: delivery.raw.toString(), headers, secrets, now, ...changes }
  }

  test('verifies with the newest or the former secret after a rotation, also beside another secret', async () => {
    const { driver } = bench()
    const [newest, former] = secrets
    for (const some of [[newest], [former], [OTHER_SECRET, former]])
      expect(await driver.ask(verification({ secrets: some }))).toMatchObject({ event: 'queue.created' })
  })

  test('verifies a delivery with header names in upper case', async () => {
    const headers = Object.fromEntries(
      Object.entries(verification().headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await bench().driver.ask(verification({ headers }))).toMatchObject({ event: 'queue.created' })
  })

  test.each([-300, 300])('verifies a delivery when the clock is %i s off', async (seconds) => {
    const { now } = verification()
    expect(await bench().driver.ask(verification({ now: now + seconds }))).toMatchObject({
      event: 'queue.created',
    })
  })

  const withHeader = (name: string, value: string | undefined) => () => {
    const { [name]: _, ...others } = verification().headers
    return { headers: value === undefined ? others : { ...others, [name]: value } }
  }
  const refused: [string, () => Partial<Verification>, string][] = [
    ['its body was changed', () => ({ body: `${delivery.raw} ` }), 'signature_mismatch'],
    ['it is signed with another secret', () => ({ secrets: [OTHER_SECRET] }), 'signature_mismatch'],
    ['its id was changed', withHeader('webhook-id', 'dlv_other'), 'signature_mismatch'],
    ['its signature has another version', withHeader('webhook-signature', 'v2,AAAA'), 'signature_mismatch'],
    ['it is old', () => ({ now: verification().now + 301 }), 'timestamp_too_old'],
    ['it comes from the future', () => ({ now: verification().now - 301 }), 'timestamp_too_new'],
    ['a header is missing', withHeader('webhook-id', undefined), 'missing_header'],
    ['a header is empty', withHeader('webhook-signature', ''), 'missing_header'],
    ['its time is none', withHeader('webhook-timestamp', 'soon'), 'malformed_header'],
    ['its id holds a dot', withHeader('webhook-id', 'dlv.1'), 'malformed_header'],
  ]
  test.each(refused)('refuses a delivery when %s', async (_, changes, code) => {
    expect(await bench().driver.failure(verification(changes()))).toMatchObject({ kind: 'webhook', code })
  })

  const wrong: [string, string[]][] = [
    ['there is no secret', []],
    ['the secret is empty', ['']],
    ['the secret has no prefix', ['c2VjcmV0']],
    ['the secret is a prefix alone', ['whsec_']],
  ]
  test.each(wrong)('reports a usage error of the caller when %s', async (_, given) => {
    expect(await bench().driver.failure(verification({ secrets: given }))).toMatchObject({ kind: 'usage' })
  })
}
