import { html, type Logger, Refused } from '@usher/service-kit'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Page } from './layout.ts'
import { sendPage } from './respond.ts'
import { speakerFor } from './speaker.ts'
import { NOT_FOUND, SERVER_ERROR, TOO_MANY } from './statuses.ts'
import { addressOf, visitOf } from './visit.ts'

const WRONG_METHOD = 405

/** Answers 404. */
export const nothingHere: RequestHandler = async (req, res) => await sendProblemPage(req, res, NOT_FOUND)

/** Answers 405 for methods that a page does not support. */
export const onlyAllow =
  (allow: string): RequestHandler =>
  async (req, res) => {
    res.set('allow', allow)
    await sendProblemPage(req, res, WRONG_METHOD)
  }

/** Shows errors in the guest's language; details of unexpected ones go only to the log. */
export function problemPages(log: Logger): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (res.headersSent) return next(error)
    const status = statusOf(error)
    if (error instanceof Refused && error.retryAfter) res.set('retry-after', error.retryAfter)
    if (status >= SERVER_ERROR && !(error instanceof Refused)) {
      log.error({ err: error, requestId: req.get('x-request-id') }, 'a page failed')
    }
    await sendProblemPage(req, res, status, error instanceof Refused ? error.retryAfter : undefined)
  }
}

function statusOf(error: unknown): number {
  if (error instanceof Refused) return error.problem.status
  // Body and path parsers put the status on the error.
  const { status } = (error ?? {}) as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < SERVER_ERROR ? status : SERVER_ERROR
}

async function sendProblemPage(
  req: Request,
  res: Response,
  status: number,
  retryAfter?: string,
): Promise<void> {
  const speaker = speakerFor(req)
  const kind = kindOf(status)
  const title = speaker.say(`${kind}Title`)
  const main = html`<main>
<h1>${title}</h1>
<p class="lead">${kind === 'tooMany' ? speaker.tooMany(retryAfter) : speaker.say(`${kind}Text`)}</p>
${kind !== 'notFound' && html`<p><a class="button" href="${addressOf(pageOf(req), visitOf(req).kept)}">${speaker.say('tryAgain')}</a></p>`}
</main>`
  // Known where a page in a frame was found, but could not be made.
  const sites = res.locals.sites as Page['sites']
  await sendPage(res, { speaker, title, kind: 'problem', main, sites }, status)
}

function kindOf(status: number): 'notFound' | 'tooMany' | 'failed' | 'badRequest' {
  if (status === NOT_FOUND) return 'notFound'
  if (status === TOO_MANY) return 'tooMany'
  return status >= SERVER_ERROR ? 'failed' : 'badRequest'
}

/** The page of a form: `/w/x/leave` belongs to `/w/x`. */
const pageOf = ({ originalUrl }: Request): string =>
  originalUrl.replace(/\?.*/, '').split('/').slice(0, 3).join('/')
