import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@usher/contracts'

/** A request to the public API by what runs in the gateway's process, on behalf of its visitor. */
export interface InsideRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The visitor's IP address, for limits that count by address. */
  readonly address: string
  readonly body: string | undefined
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request to the public API, which admits, counts and records it like an external one. */
export type SendInside = (request: InsideRequest) => Promise<InsideAnswer>

interface Named {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Path and query of a request to an operation. */
export function operationPath({ path }: Pick<Operation, 'path'>, { params, query }: Named): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}
