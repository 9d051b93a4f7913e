import type { Credential } from '@usher/contracts'
import { generateApiKey, hashApiKey, hashSessionToken, newId, newSessionToken } from '@usher/service-kit'
import { createCallers } from '@usher/test-kit'
import { startService } from './fake-service.ts'

const { caller } = createCallers()

const credential = (given: Partial<Credential>): Credential => {
  const complete = { ...caller(), expires_at: null, ...given }
  const { actor, session_id } = complete
  return { revoked_with: session_id ? [session_id, actor] : [actor], ...complete }
}

/** Stands in for the accounts service: knows the keys and sessions that a test gives it. */
export async function startAccounts() {
  const credentials = new Map<string, Credential>()
  const service = await startService(async ({ body, res }) => {
    const { kind, sha256 } = JSON.parse(body || '{}')
    const found = credentials.get(`${kind} ${sha256}`)
    res.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    res.end(JSON.stringify(found ?? {}))
  })
  return {
    ...service,
    /** A new valid key, with every scope but for what is given. */
    addKey(given: Partial<Credential> = {}): string {
      const key = generateApiKey()
      credentials.set(`api_key ${hashApiKey(key)}`, credential(given))
      return key
    },
    /** The token of a new session, with every scope but for what is given. */
    addSession(given: Partial<Credential> = {}): string {
      const token = newSessionToken()
      const session = { actor: newId('member'), session_id: newId('session'), ...given }
      credentials.set(`session ${hashSessionToken(token)}`, credential(session))
      return token
    },
    /** Changes what a key is or may do. */
    changeKey(key: string, given: Partial<Credential>) {
      const name = `api_key ${hashApiKey(key)}`
      credentials.set(name, { ...credential({}), ...credentials.get(name), ...given })
    },
    removeKey: (key: string) => credentials.delete(`api_key ${hashApiKey(key)}`),
    removeSession: (token: string) => credentials.delete(`session ${hashSessionToken(token)}`),
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  }
}
