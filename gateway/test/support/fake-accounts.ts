import type { Credential } from '@usher/contracts'
import { generateApiKey, hashApiKey } from '@usher/service-kit'
import { createCallers } from '@usher/test-kit'
import { startService } from './fake-service.ts'

const { caller } = createCallers()

/** Stands in for the accounts service: knows the keys that a test gives it. */
export async function startAccounts() {
  const credentials = new Map<string, Credential>()
  const service = await startService(async ({ body, res }) => {
    const credential = credentials.get(JSON.parse(body).sha256)
    res.writeHead(credential ? 200 : 404, { 'content-type': 'application/json' })
    res.end(JSON.stringify(credential ?? {}))
  })
  return {
    ...service,
    /** A new valid key, with every scope but for what is given. */
    addKey(given: Partial<Credential> = {}): string {
      const key = generateApiKey()
      credentials.set(hashApiKey(key), { ...caller(), expires_at: null, ...given })
      return key
    },
    removeKey: (key: string) => credentials.delete(hashApiKey(key)),
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  }
}
