import type { ErrorCode } from '@usher/contracts'
import { clientOf, type Span } from '@usher/service-kit'
import type { Request, Response } from 'express'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { Served } from '../routes/route-table.ts'

/** Hears of every exchange once, when it is over. */
export type Report = (exchange: Exchange) => void

/** One request and its answer, from the first header to the last byte or the loss of the connection. */
export class Exchange {
  readonly req: Request
  readonly res: Response
  readonly operation: Served | undefined
  /** The identifier that the path names. */
  readonly pathId: string | undefined
  readonly requestId: string
  readonly startedAtMs = performance.now()
  /** Where requests are traced. */
  readonly span: Span | undefined
  caller: KnownCaller | undefined
  /** Who is signed in in the browser, where the operation needs no credential and wants to know. */
  session: KnownCaller | undefined
  /** Token of the browser's device cookie, where the operation hears of it. */
  device: string | undefined
  /** Header fields that say how many more requests there may be: name, value, name, value. */
  limitHeaders: readonly string[] = []
  /** Bytes of the body that were read; none where the request was refused before. */
  bytesIn = 0
  /** Bytes of the body of the answer. */
  bytesOut = 0
  /** What the answer says that went wrong. */
  code: ErrorCode | undefined
  /** What the service notes for the audit trail, as its header has it. */
  auditNote: string | undefined
  /** Whether the service says that it gave this answer before. */
  isReplayed = false
  /** Where the service says that the new resource is. */
  location: string | undefined
  /** What went wrong behind the gateway: an error code. */
  failure: string | undefined
  /** Whether the answer is complete or nobody is left to take it. */
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
    },
  ) {
    this.req = req
    this.res = res
    this.operation = facts.operation
    this.pathId = facts.pathId
    this.requestId = facts.requestId
    this.span = facts.span
    res.on('close', () => {
      this.isOver = true
      this.onOver?.()
      facts.report(this)
    })
  }

  /** Whether the client went before it had the whole answer. */
  get isAborted(): boolean {
    return !this.res.writableFinished
  }

  /** Path of the request, without the query, which may hold personal data. */
  get path(): string {
    return this.req.path
  }
}

/** Who a request is for, among those that take turns: its organisation, or its address where no credential tells. */
export const holderOf = ({ req }: Exchange, caller: KnownCaller | undefined): string =>
  caller?.organizationId ?? clientOf(req.ip ?? '')
