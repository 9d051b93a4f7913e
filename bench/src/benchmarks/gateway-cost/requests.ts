import { randomBytes } from 'node:crypto'
import { CSRF_HEADER, csrfTokenOf, generateApiKey, newSessionToken, sessionCookie } from '@usher/service-kit'
import type { LoadPlan } from '../../load/load.ts'
import type { CredentialSent, Variant } from './variants.ts'

/** Enough to stay below the limits: each may send 60,000 requests a minute. */
const CREDENTIALS = 60

/** Lengths of the parts of Usher's access tokens: header, claims, RS256 signature. */
const TOKEN_PARTS = [90, 420, 342]

const guest = JSON.stringify({ name: 'Ada Lovelace', phone: '+12125550100', party_size: 4 })

/** The load for a variant, without an address yet: read or add a guest with one of many credentials. */
export function planOf({ method, sends }: Omit<Variant, 'name' | 'duties'>): Omit<LoadPlan, 'origin'> {
  const path =
    method === 'GET'
      ? '/v1/guests/gst_01k6b3v5xeft8b2x9w7q4rmn0p'
      : '/v1/queues/q_01k6b3v5xeft8b2x9w7q4rmn0q/guests'
  const content = method === 'POST' ? { body: guest } : {}
  const requests = Array.from({ length: CREDENTIALS }, () => ({
    path,
    ...content,
    headers: HEADERS[sends](),
  }))
  const headers = { 'content-type': 'application/json' }
  return { method, headers, requests }
}

const HEADERS: Readonly<Record<CredentialSent, () => Record<string, string>>> = {
  api_key: () => ({ authorization: `Bearer ${generateApiKey()}` }),
  access_token: () => ({ authorization: `Bearer ${TOKEN_PARTS.map(randomText).join('.')}` }),
  session() {
    const token = newSessionToken()
    return { cookie: `${sessionCookie('http://localhost').name}=${token}`, [CSRF_HEADER]: csrfTokenOf(token) }
  },
}

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
