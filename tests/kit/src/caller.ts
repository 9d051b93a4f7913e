import { generateKeyPairSync } from 'node:crypto'
import { ALL_SCOPES, type Caller } from '@usher/contracts'
import { newId, signCaller } from '@usher/service-kit'

/** The gateway's keys in tests, and callers signed with them. */
export function createCallers() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey,
    privateKey,
    /** A caller with every scope in a new organisation, except for what is given. */
    caller: (given: Partial<Caller> = {}): Caller => ({
      organization_id: newId('organization'),
      actor: newId('apiKey'),
      scopes: ALL_SCOPES,
      plan: 'development',
      early_access: true,
      country: 'US',
      timezone: 'UTC',
      ...given,
    }),
    sign: (caller: Caller): string => signCaller(caller, privateKey),
  }
}
