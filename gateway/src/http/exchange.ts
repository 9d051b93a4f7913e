import { type Conversion, type Deprecation, deprecationHeaders, type ErrorCode } from '@usher/contracts'
import { type Span, turnOf } from '@usher/service-kit'
import type { Request, Response } from 'express'
import type { KnownCaller } from '../credentials/known-caller.ts'
import { KEEP_ALIVE_HEADER } from '../overload/connections.ts'
import { isStream, type Served } from '../routes/route-table.ts'
import type { RequestVersion } from '../versions/request-version.ts'

/** Called once for each exchange, when it is over. */
export type Report = (exchange: Exchange) => void

/** One request and its answer, from the first header to the last byte or the loss of the connection. */
export class Exchange {
  readonly req: Request
  readonly res: Response
  readonly operation: Served | undefined
  /** The `id` parameter of the path. */
  readonly pathId: string | undefined
  readonly requestId: string
  readonly startedAtMs = performance.now()
  /** What the caller uses instead of the API itself. */
  readonly via: 'mcp' | undefined
  /** Set if requests are traced. */
  readonly span: Span | undefined
  caller: KnownCaller | undefined
  /** The member signed in in the browser, on operations that need no credential but use one. */
  session: KnownCaller | undefined
  /** Device token of the browser, on operations that need it. */
  device: string | undefined
  /** Version of the API; undefined while it is not known, and where there is none. */
  version: RequestVersion | undefined
  /** Set if the version has another form of the operation than its service. */
  conversion: Conversion | undefined
  /** Request target for the service; undefined: as the client sent it. */
  target: string | undefined
  /** Rate limit fields: name, value, name, value. */
  limitHeaders: readonly string[] = []
  /** Set if a former path was used. */
  formerPath: Deprecation | undefined
  /** Body bytes read; 0 if the request was refused before. */
  bytesIn = 0
  /** Body bytes of the answer. */
  bytesOut = 0
  /** Error code of the answer. */
  code: ErrorCode | undefined
  /** The service's audit note, as encoded in its header. */
  auditNote: string | undefined
  /** Whether the service replayed a stored answer. */
  isReplayed = false
  /** Location of the new resource, as the service gave it. */
  location: string | undefined
  /** Error code of a failure behind the gateway. */
  failure: string | undefined
  /** Whether the answer is complete, or the client gone. */
  isOver = false
  /** Called when it is over, however it ended. */
  onOver: (() => void) | undefined

  constructor(
    req: Request,
    res: Response,
    facts: {
      operation: Served | undefined
      pathId: string | undefined
      requestId: string
      report: Report
      span?: Span | undefined
      via?: 'mcp' | undefined
    },
  ) {
    this.req = req
    this.res = res
    this.operation = facts.operation
    this.pathId = facts.pathId
    this.requestId = facts.requestId
    this.span = facts.span
    this.via = facts.via
    res.on('close', () => {
      this.isOver = true
      this.onOver?.()
      facts.report(this)
    })
  }

  /** Whether the client left before the answer was complete. */
  get isAborted(): boolean {
    return !this.res.writableFinished
  }

  /** Whether the answer is incomplete. A stream that has begun is complete whenever its client leaves. */
  get isCutShort(): boolean {
    return this.isAborted && (this.failure !== undefined || !this.#isStreaming)
  }

  get #isStreaming(): boolean {
    const { operation, res } = this
    return operation !== undefined && isStream(operation) && res.headersSent && res.statusCode === 200
  }

  /**
   * Headers of this answer beyond the usual ones: rate limits, version, former path and keep-alive, as name, value,
   * name, value.
   */
  get moreHeaders(): readonly string[] {
    const isKept = this.caller !== undefined || isOfProxy(this.req)
    const headers = [...this.limitHeaders]
    if (this.version) for (const text of this.version.headers) headers.push(text)
    if (this.formerPath)
      headers.push(...deprecationHeaders([this.formerPath, ...deprecationOf(this.version)]))
    else if (this.version) for (const text of this.version.deprecationHeaders) headers.push(text)
    if (!isKept) headers.push(...KEEP_ALIVE_HEADER)
    return headers
  }

  /** Path without the query, which may hold personal data. */
  get path(): string {
    return this.req.path
  }
}

const deprecationOf = (version: RequestVersion | undefined): readonly Deprecation[] =>
  version?.deprecation ? [version.deprecation] : []

/** Whether a trusted proxy forwarded the request for another client. */
const isOfProxy = ({ ip, socket }: Request): boolean => ip !== socket.remoteAddress

/** Whom a request's fair share is counted for: its organisation, or its address without a credential. */
export const holderOf = ({ req }: Exchange, caller: KnownCaller | undefined): string =>
  caller?.organizationId ?? turnOf(req.ip ?? '')
