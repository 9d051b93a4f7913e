import type { Credential } from '@usher/contracts'
import { generateApiKey, hashApiKey, hashSessionToken, newId, newSessionToken } from '@usher/service-kit'
import { createCallers } from '@usher/test-kit'
import { startService } from './fake-service.ts'

const { caller } = createCallers()

/** Stands in for the accounts service: knows the keys and sessions that a test gives it. */
export async function startAccounts() {
  const credentials = new Map<string, Credential>()
  const service = await startService(async ({ body, res }) => {
    const { kind, sha256 } = JSON.parse(body)
    const credential = credentials.get(`${kind} ${sha256}`)
    res.writeHead(credential ? 200 : 404, { 'content-type': 'application/json' })
    res.end(JSON.stringify(credential ?? {}))
  })
  return {
    ...service,
    /** A new valid key, with every scope but for what is given. */
    addKey(given: Partial<Credential> = {}): string {
      const key = generateApiKey()
      credentials.set(`api_key ${hashApiKey(key)}`, { ...caller(), expires_at: null, ...given })
      return key
    },
    /** The token of a new session, with every scope but for what is given. */
    addSession(given: Partial<Credential> = {}): string {
      const token = newSessionToken()
      const session = { actor: newId('member'), session_id: newId('session'), expires_at: null, ...given }
      credentials.set(`session ${hashSessionToken(token)}`, { ...caller(), ...session })
      return token
    },
    removeKey: (key: string) => credentials.delete(`api_key ${hashApiKey(key)}`),
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  }
}
