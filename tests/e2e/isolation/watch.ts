import { OPERATIONS, type Operation } from '@usher/contracts'
import type { Answer, Client } from '@usher/test-kit'

/** Wraps a client so that every exchange is inspected. */
export type Watch = (client: Client) => Client

/** Inspects each exchange with an operation of the contracts. */
export const watchWith =
  (look: (operation: Operation, answer: Answer) => void): Watch =>
  (client) =>
  async (method, path, options) => {
    const answer = await client(method, path, options)
    const operation = operationAt(method, path)
    if (operation) look(operation, answer)
    return answer
  }

/** Paths without parameters first: `/v1/notifications/templates` is not a notification. */
const PATTERNS = OPERATIONS.toSorted(
  (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
).map((operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, '[^/]+')
  return { operation, pattern: new RegExp(`^${operation.method.toUpperCase()} ${path}$`) }
})

function operationAt(method: string, path: string): Operation | undefined {
  const request = `${method} ${path.split('?')[0]}`
  return PATTERNS.find(({ pattern }) => pattern.test(request))?.operation
}
