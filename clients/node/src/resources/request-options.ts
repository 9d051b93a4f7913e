/** Options of any call. */
export interface RequestOptions {
  /** Aborts the call, for example `AbortSignal.timeout(5000)`. */
  readonly signal?: AbortSignal
  /** Of a POST; by default each call has its own, the same for all attempts. */
  readonly idempotencyKey?: string
  /** The ETag of what you have read: the write is refused if it has changed since. */
  readonly ifMatch?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called with each successful response, for example to read its ETag. */
  readonly onResponse?: (response: Response) => void
}

/** The headers that options ask for. */
export const headersOf = ({ headers, idempotencyKey, ifMatch }: RequestOptions): Record<string, string> => ({
  ...headers,
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
})
