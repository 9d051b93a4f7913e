import type { Response } from 'express'
import { layout, type Page } from './layout.ts'

/** Everything from this origin, no inline code or style, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends a page, which nobody keeps and no search engine lists. */
export async function sendPage(res: Response, page: Page, status = 200): Promise<void> {
  const text = String(await layout(page))
  res
    .status(status)
    .set({
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-language',
    })
    .type('html')
    .send(text)
}

/** After a form was sent: the page is asked for anew, so that loading it again sends nothing twice. */
export function seeOther(res: Response, path: string): void {
  res.status(303).set('location', path).end()
}
