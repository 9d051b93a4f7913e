import { createHmac } from 'node:crypto'
import { equalTexts } from './equal-texts.ts'
import type { RawBody } from './verify-webhook.ts'

/**
 * Whether `x-service-signature` is the lowercase hex HMAC-SHA256 of the body, keyed with the UTF-8 bytes of the
 * whole secret (`whsec_` included). It covers no timestamp, so a replay passes, and during a rotation only the newest
 * secret signs it: prefer `verifyWebhook`.
 */
export function verifyServiceSignature(
  rawBody: RawBody,
  signature: string | undefined,
  secret: string,
): boolean {
  if (secret === '') throw new TypeError('A webhook secret is needed')
  return equalTexts(signature ?? '', createHmac('sha256', secret).update(rawBody).digest('hex'))
}
