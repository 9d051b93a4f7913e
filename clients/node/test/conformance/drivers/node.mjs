// The driver of the Node SDK; runs in Deno and Bun, too. See ../driver.ts for the protocol.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'
import { isUsherError, Usher, UsherTimeoutError, verifyWebhook, WebhookVerificationError } from '@usher/sdk'

let usher
let events

const methodOf = (method) => {
  const path = method.split('.')
  const resource = path.slice(0, -1).reduce((place, name) => place[name], usher)
  return resource[path.at(-1)].bind(resource)
}

function call({ method, ids = [], body, query, idempotency_key: idempotencyKey }) {
  const content = [body, query].filter((part) => part !== undefined)
  return methodOf(method)(...ids, ...content, ...(idempotencyKey ? [{ idempotencyKey }] : []))
}

const actions = {
  connect({ base_url: baseUrl, api_key: apiKey, max_retries: maxRetries, timeout_seconds: seconds }) {
    usher = new Usher({ baseUrl, apiKey, maxRetries, timeoutMs: seconds * 1000 })
  },
  call,
  async list({ take = Number.POSITIVE_INFINITY, ...given }) {
    const items = []
    for await (const item of call(given)) {
      items.push(item)
      if (items.length === take) break
    }
    return items
  },
  verify: ({ body, headers, secrets, now }) =>
    verifyWebhook(Buffer.from(body), headers, secrets, { now: new Date(now * 1000) }),
  follow({ method, ids, query, last_event_id: lastEventId }) {
    const content = query === undefined ? [] : [query]
    events = methodOf(method)(...ids, ...content, lastEventId === undefined ? {} : { lastEventId })
  },
  next: async () => (await events.next()).value,
  unfollow: () => events.return(),
}

function failureOf(error) {
  if (isUsherError(error))
    return {
      kind: 'api',
      status: error.status,
      code: error.code ?? null,
      request_id: error.requestId ?? null,
      retry_after_seconds: error.retryAfterSeconds ?? null,
      pointers: error.errors.map(({ pointer }) => pointer),
    }
  if (error instanceof WebhookVerificationError) return { kind: 'webhook', code: error.code }
  if (error instanceof UsherTimeoutError) return { kind: 'timeout' }
  return { kind: isLost(error) ? 'connection' : 'usage', message: String(error) }
}

/** Of what fetch throws: Node and Deno say TypeError of it, as of a wrong argument. */
const isLost = (error) =>
  !(error instanceof TypeError) || /fetch|network|connection|sending/i.test(error.message)

for await (const line of createInterface(stdin)) {
  const request = JSON.parse(line)
  try {
    const value = await actions[request.do](request)
    stdout.write(`${JSON.stringify({ value: value ?? null })}\n`)
  } catch (error) {
    stdout.write(`${JSON.stringify({ error: failureOf(error) })}\n`)
  }
}
