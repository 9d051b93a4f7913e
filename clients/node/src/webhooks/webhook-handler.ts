import type { IncomingMessage, ServerResponse } from 'node:http'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './event.ts'
import { readHeaders } from './headers.ts'
import { type Secrets, signingKeys, type VerifyOptions, verifyWebhook } from './verify-webhook.ts'

/** Larger than any delivery; reading stops beyond it. */
const MAX_BODY_BYTES = 1024 * 1024

export interface ReceivedWebhook {
  /** `webhook-id`: the same for all attempts of a delivery. Use it to skip what you have already handled. */
  readonly id: string
}

type OnEvent = (event: WebhookEvent, delivery: ReceivedWebhook) => unknown

/** Has `body` if express.raw() has read it. */
type Received = IncomingMessage & { readonly body?: unknown }

/**
 * A handler for express or node:http that reads the raw body, verifies it and awaits `onEvent`. It answers 204
 * on success, 400 if verification fails and 413 if the body is too large. If `onEvent` fails, the error goes to
 * `next`, or without one the answer is 500: Usher then retries.
 *
 * @throws TypeError immediately for a malformed secret
 */
export function webhookHandler(secrets: Secrets, onEvent: OnEvent, options: VerifyOptions = {}) {
  signingKeys(secrets)
  return async (req: Received, res: ServerResponse, next?: (error: unknown) => void): Promise<void> => {
    try {
      const body = await rawBodyOf(req)
      if (!body) return answer(res.setHeader('connection', 'close'), 413)
      const event = verifyWebhook(body, req.headers, secrets, options)
      await onEvent(event, { id: readHeaders(req.headers).id })
      answer(res, 204)
    } catch (error) {
      if (error instanceof WebhookVerificationError) answer(res, 400, error.code)
      else if (next) next(error)
      else answer(res, 500)
    }
  }
}

function answer(res: ServerResponse, status: number, text?: string): void {
  res.writeHead(status, text === undefined ? {} : { 'content-type': 'text/plain' }).end(text)
}

/** The raw bytes, or undefined if there are too many. */
async function rawBodyOf(req: Received): Promise<Buffer | undefined> {
  if (Buffer.isBuffer(req.body)) return req.body
  if (req.readableEnded)
    throw new TypeError('The body was read before: mount the webhook handler before express.json()')
  const chunks: Buffer[] = []
  let length = 0
  // Do not destroy the request if it is too long: the answer needs the connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
