import { verifyServiceSignature, verifyWebhook } from '@usher/sdk'
import { Webhook } from 'standardwebhooks'
import { webhookHeaders } from './forward.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

describe('a forwarded event', () => {
  test('verifies like a webhook delivery, unless its body was changed', () => {
    const body = Buffer.from(JSON.stringify({ event: 'guest.added', data: { name: 'Zoë' } }))
    const headers = webhookHeaders({
      eventId: 'evt_01h455vb4pex5vsknk084sn02q',
      sequence: 3,
      version: '2026-12-01',
      body,
      secret: SECRET,
      now: new Date(),
    })
    expect(verifyWebhook(body, headers, SECRET)).toEqual(JSON.parse(body.toString()))
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body.toString()))
    expect(verifyServiceSignature(body, headers['x-service-signature'], SECRET)).toBe(true)
    expect(headers).toMatchObject({
      'webhook-id': 'dlv_01h455vb4pex5vsknk084sn02q',
      'x-usher-sequence': '3',
      'usher-version': '2026-12-01',
    })
    expect(() => verifyWebhook(`${body} `, headers, SECRET)).toThrow('No signature matches')
  })
})
