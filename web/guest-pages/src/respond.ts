import type { Response } from 'express'
import { layout, type Page } from './layout.ts'

/** Only this origin, no inline scripts or styles. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** Sends a page that must not be cached or indexed. */
export async function sendPage(res: Response, page: Page, status = 200): Promise<void> {
  const text = String(await layout(page))
  const { sites = [] } = page
  // This header knows no list of sites.
  if (sites.length > 0) res.removeHeader('x-frame-options')
  res
    .status(status)
    .set({
      'content-security-policy': `${POLICY}; frame-ancestors ${sites.join(' ') || "'none'"}`,
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-language',
    })
    .type('html')
    .send(text)
}

/** Redirects after a form (303), so that a reload does not submit it again. */
export function seeOther(res: Response, path: string): void {
  // Browsers also look here for who may frame it, but there is nothing to see: the next page says it.
  res.removeHeader('x-frame-options')
  res.removeHeader('content-security-policy')
  res.status(303).set('location', path).end()
}
