import type { Client } from '@usher/test-kit'

/**
 * Creates something through the API; returns the body of the response.
 *
 * @throws Error with the response if the status differs
 */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export async function made(client: Client, path: string, body: object, status = 201): Promise<any> {
  const answer = await client('POST', path, { body })
  if (answer.status === status) return answer.body
  const given = JSON.stringify(body).slice(0, 200)
  throw new Error(`${path} ${given}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
