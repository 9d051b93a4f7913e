import type { RequestHandler } from 'express'

const MAX_REQUESTS = 20_000

export interface LoggedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** Status of the response; undefined until then, and if the connection was cut. */
  status: number | undefined
  /** In ms of `performance.now()`. */
  readonly startedMs: number
  /** When it was answered or cut, in the same unit; undefined before. */
  endedMs: number | undefined
}

/** The latest requests to the APIs, oldest first. */
export class RequestLog {
  readonly requests: LoggedRequest[] = []

  /** Counts requests by method and path. */
  count(method: string, path: RegExp): number {
    return this.requests.filter((request) => request.method === method && path.test(request.path)).length
  }

  clear(): void {
    this.requests.length = 0
  }

  get middleware(): RequestHandler {
    return (req, res, next) => {
      const entry: LoggedRequest = {
        method: req.method,
        path: req.path,
        query: { ...req.query },
        status: undefined,
        startedMs: performance.now(),
        endedMs: undefined,
      }
      this.requests.push(entry)
      if (this.requests.length > MAX_REQUESTS) this.requests.shift()
      res.on('finish', () => {
        entry.status = res.statusCode
        entry.endedMs = performance.now()
      })
      res.on('close', () => {
        entry.endedMs ??= performance.now()
      })
      next()
    }
  }
}
