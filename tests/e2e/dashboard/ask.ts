import type { Client } from '@usher/test-kit'

// biome-ignore lint/suspicious/noExplicitAny: bodies are what the API answers
export type Ask = (method: string, path: string, body?: object) => Promise<any>

/** Calls that give the body, and fail a test that is refused. */
export const askWith =
  (client: Client): Ask =>
  async (method, path, body) => {
    const answer = await client(method, path, body ? { body } : {})
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
