import { generateKeyPairSync } from 'node:crypto'
import { newId } from '@usher/service-kit'
import { knownCaller } from './known-caller.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const NOW_MS = Date.now()

const credential = (expires_at: string | null) => ({
  organization_id: newId('organization'),
  actor: newId('apiKey'),
  scopes: [],
  plan: 'standard' as const,
  early_access: false,
  country: 'DE',
  timezone: 'Europe/Berlin',
  expires_at,
  revoked_with: [],
})

describe('how long a credential is cached', () => {
  test.each([
    ['one that never ends', null, 30_000],
    ['one that ends before', NOW_MS + 5_000, 5_000],
    ['one that ends later', NOW_MS + 60_000, 30_000],
  ])('caches a credential for at most 30 s and never beyond its end: %s', (_, endsAtMs, lastsMs) => {
    const end = endsAtMs === null ? null : new Date(endsAtMs).toISOString()
    const { knownUntilMs } = knownCaller('api_key', credential(end), privateKey, NOW_MS + 30_000)
    expect(knownUntilMs - NOW_MS).toBe(lastsMs)
  })
})
