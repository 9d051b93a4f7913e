import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import { createServicePools, isClosed, type ServicePools } from '../service-pools.ts'

/** An internal operation of a service: a POST that only the gateway may send. */
interface InnerOperation<Body extends z.ZodType, Answer extends z.ZodType> {
  readonly path: string
  readonly body: Body
  readonly answer: Answer
}

/** A service refused an internal request, or failed. */
export class InnerError extends Error {
  override name = 'InnerError'
  readonly status: number

  constructor(service: string, path: string, status: number) {
    super(`${service} answered ${path} with ${status}`)
    this.status = status
  }
}

export interface InnerClient extends AsyncDisposable {
  /** Resolves with undefined for a 404. @throws InnerError for any other refusal */
  ask<Body extends z.ZodType, Answer extends z.ZodType>(
    operation: InnerOperation<Body, Answer>,
    body: z.input<Body>,
  ): Promise<z.infer<Answer> | undefined>
  /** @throws InnerError for any refusal */
  send(operation: Pick<InnerOperation<z.ZodType, z.ZodType>, 'path'>, body: unknown): Promise<void>
}

interface Options {
  readonly service: string
  readonly url: string
  readonly gatewayToken: () => string
  /** Timeout of an answer, in ms. */
  readonly answerMs: number
}

/** Sends internal requests to a service, with the gateway's own token. */
export function createInnerClient({ service, url, gatewayToken, answerMs }: Options): InnerClient {
  const pools = createServicePools(url, { connections: 20, headersTimeout: answerMs, bodyTimeout: answerMs })
  const post = async (path: string, body: unknown) => {
    const answer = await send(pools, {
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${gatewayToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { statusCode: status } = answer
    const text = await answer.body.text()
    if (status >= 400 && status !== 404) throw new InnerError(service, path, status)
    return { status, text }
  }
  return {
    async ask({ path, answer }, body) {
      const { status, text } = await post(path, body)
      return status === 404 ? undefined : answer.parse(JSON.parse(text))
    },
    async send({ path }, body) {
      const { status } = await post(path, body)
      if (status === 404) throw new InnerError(service, path, status)
    },
    [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
  }
}

/** Internal requests are idempotent: repeat one whose connection a stopping process closed. */
const send = (pools: ServicePools, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> =>
  pools.kept.request(request).catch((error: unknown) => {
    if (!isClosed(error)) throw error
    return pools.fresh.request(request)
  })
