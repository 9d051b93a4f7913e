import { createHmac } from 'node:crypto'
import { WebhookVerificationError } from '@usher/sdk'

export const NOW = new Date('2026-11-21T12:00:00Z')

export const aSecret = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`

/** The body of an event whose guest has this name. */
export const aBody = (name: string): Buffer =>
  Buffer.from(`{"event":"guest.added","data":{"name":${name},"party_size":2}}`)

/** The headers of Standard Webhooks, signed with each of the secrets. */
export function signed(body: Buffer, ...secrets: string[]) {
  const [id, timestamp] = ['dlv_1', String(NOW.getTime() / 1000)]
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** The code that verifying fails with, if it does. */
export function codeOf(verify: () => unknown): string | undefined {
  try {
    verify()
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
