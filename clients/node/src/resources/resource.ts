import type { UsherClient } from '../client/create-usher-client.ts'
import { escapedId } from '../client/path-of.ts'
import { eventsOf, type StreamEvent, type StreamOptions } from './event-stream.ts'
import { type Page, type PagePromise, pagePromise } from './page-promise.ts'
import { headersOf, type RequestOptions } from './request-options.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query and body of a call. */
interface Sent {
  readonly query?: object | undefined
  readonly body?: object | undefined
}

type Send = (path: string, init: object) => Promise<{ data: unknown; response: Response }>

/** Base of the generated resources: calls operations. */
export abstract class Resource {
  readonly #client: UsherClient

  constructor(client: UsherClient) {
    this.#client = client
  }

  /** The data of the answer; undefined if it has none. */
  protected async dataOf<Data>(
    method: Method,
    path: string,
    { query, body }: Sent,
    options: RequestOptions & { readonly parseAs?: 'text' } = {},
  ): Promise<Data> {
    const { signal, parseAs, onResponse } = options
    const init = { body, params: { query }, headers: headersOf(options), signal, parseAs }
    // A path with its ids is not one of the document's templates, which the client has types for.
    const { data, response } = await (this.#client[method] as unknown as Send)(path, init)
    onResponse?.(response)
    return data as Data
  }

  protected pagesOf<OnePage extends Page<unknown>>(
    path: string,
    query: object | undefined,
    options?: RequestOptions,
  ): PagePromise<OnePage> {
    return pagePromise((cursor) =>
      this.dataOf<OnePage>(
        'GET',
        path,
        { query: { ...query, ...(cursor !== undefined && { cursor }) } },
        options,
      ),
    )
  }

  protected eventsAt(
    path: string,
    query: object | undefined,
    options?: StreamOptions,
    endsWith?: string,
  ): AsyncGenerator<StreamEvent, void, undefined> {
    const send = this.#client.GET as unknown as Send
    const params = { query }
    return eventsOf(
      async (headers, signal) => (await send(path, { params, headers, signal, parseAs: 'stream' })).response,
      options,
      endsWith,
    )
  }
}

/**
 * A path with ids, such as `/v1/guests/gst_1`.
 *
 * @throws TypeError for an id that would change the path, such as `..`
 */
export function pathOf(parts: readonly string[], ...ids: readonly string[]): string {
  const safe = ids.map(escapedId)
  return parts.map((part, index) => part + (safe[index] ?? '')).join('')
}
