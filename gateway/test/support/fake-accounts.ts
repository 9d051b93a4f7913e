import { type Credential, type clockLookup, clockOrganizationId } from '@usher/contracts'
import { generateApiKey, hashApiKey, hashSessionToken, newId, newSessionToken } from '@usher/service-kit'
import { createCallers } from '@usher/test-kit'
import type { z } from 'zod'
import { startService } from './fake-service.ts'

type FoundClock = z.input<typeof clockLookup.answer>

const { caller } = createCallers()

const credential = (given: Partial<Credential>): Credential => {
  const complete = { ...caller(), expires_at: null, ...given }
  const { actor, session_id } = complete
  return { revoked_with: session_id ? [session_id, actor] : [actor], ...complete }
}

/** Stands in for the accounts service: knows the keys, sessions and test clocks that a test gives it. */
export async function startAccounts() {
  const credentials = new Map<string, Credential>()
  const clocks = new Map<string, FoundClock>()
  const service = await startService(async ({ body, res }) => {
    const { kind, sha256, organization_id, clock_id } = JSON.parse(body || '{}')
    const found =
      clock_id === undefined
        ? credentials.get(`${kind} ${sha256}`)
        : clocks.get(`${organization_id} ${clock_id}`)
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
    /** The id of a new test clock of a test organisation. */
    addClock(organizationId: string, status: FoundClock['status'] = 'ready'): string {
      const id = newId('testClock')
      const now = new Date().toISOString()
      const found = { organization_id: clockOrganizationId(organizationId, id), now, status }
      clocks.set(`${organizationId} ${id}`, found)
      return id
    },
    removeKey: (key: string) => credentials.delete(`api_key ${hashApiKey(key)}`),
    removeSession: (token: string) => credentials.delete(`session ${hashSessionToken(token)}`),
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  }
}
