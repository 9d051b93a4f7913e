import type { Operation, PassThroughRoute } from '@usher/contracts'
import type { Request, Response } from 'express'
import type { KnownCaller } from '../credentials/known-caller.ts'

/** What a request is for. */
export type Served = Operation | PassThroughRoute

/** Hears of every exchange once, when it is over. */
export type Report = (exchange: Exchange) => void

/** One request and its answer, from the first header to the last byte or the loss of the connection. */
export class Exchange {
  readonly req: Request
  readonly res: Response
  readonly operation: Served | undefined
  readonly requestId: string
  readonly startedAtMs = performance.now()
  caller: KnownCaller | undefined
  /** Header fields that say how many more requests there may be: name, value, name, value. */
  limitHeaders: readonly string[] = []
  /** What went wrong behind the gateway: an error code. */
  failure: string | undefined
  /** Whether the answer is complete or nobody is left to take it. */
  isOver = false
  /** Called when it is over, however it ended. */
  onOver: (() => void) | undefined

  constructor(
    req: Request,
    res: Response,
    facts: { operation: Served | undefined; requestId: string; report: Report },
  ) {
    this.req = req
    this.res = res
    this.operation = facts.operation
    this.requestId = facts.requestId
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
