import type { Template } from '@usher/contracts'
import { formatPhone } from '@usher/service-kit'
import type { Letterhead, OutgoingMessage } from '../provider.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? '')

/** Web addresses, without punctuation that ends a sentence. */
const LINK = /https?:\/\/[^\s<>"'、。，）]*[^\s<>"'、。，）.,;:!?)\]}]/gu

/** Plain text as HTML with clickable links. */
function linked(text: string): string {
  let html = ''
  let done = 0
  for (const { 0: address, index } of text.matchAll(LINK)) {
    const escaped = escapeHtml(address)
    html += `${escapeHtml(text.slice(done, index))}<a href="${escaped}">${escaped}</a>`
    done = index + address.length
  }
  return html + escapeHtml(text.slice(done))
}

/** If the language is unknown, each paragraph takes the direction of its first letter. */
const attributesOf = (locale: Template['locale'] | null): string =>
  locale ? ` lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"` : ' dir="auto"'

const BODY = 'margin:0;padding:24px;background:#ffffff;color:#1a1a1a'
const TEXT = 'max-width:36em;margin:0 auto;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere'

const HEAD = 'margin:0 0 24px;padding:0 0 12px;font-weight:bold;border-bottom:3px solid'
const LOGO = 'display:block;max-height:48px;max-width:160px;margin:0 0 8px'
const FOOT = 'margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d0d0d0;color:#595959;font-size:14px'
const PLAIN_COLOR = '#d0d0d0'

/** The colour is that of a line alone, so that any can be read. */
function headOf({ name, logo_url, brand_color }: Letterhead): string {
  const logo =
    logo_url === null ? '' : `<img src="${escapeHtml(logo_url)}" alt="" height="48" style="${LOGO}">`
  return `<div style="${HEAD} ${brand_color ?? PLAIN_COLOR}" dir="auto">${logo}${escapeHtml(name)}</div>`
}

function footOf({ name, address, phone }: Letterhead): string {
  const lines = [name, ...(address?.split(/\r?\n/u) ?? [])].map(escapeHtml)
  const call = phone === null ? [] : [`<a href="tel:${phone}" dir="ltr">${formatPhone(phone)}</a>`]
  return `<div style="${FOOT}" dir="auto">${[...lines, ...call].join('<br>')}</div>`
}

/**
 * A text as a simple page: accessible to screen readers, without images but the logo, in the direction of its language.
 *
 * @param locale null: unknown
 */
export function htmlOf(
  { subject, text, letterhead }: Pick<OutgoingMessage, 'subject' | 'text' | 'letterhead'>,
  locale: Template['locale'] | null,
): string {
  const attributes = attributesOf(locale)
  const paragraphs = text
    .split(/\n\s*\n/u)
    .map((paragraph) => `<p${attributes}>${linked(paragraph.trim()).replace(/\r?\n/gu, '<br>')}</p>`)
  return [
    `<!doctype html><html${attributes}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}"><main style="${TEXT}">`,
    ...(letterhead ? [headOf(letterhead)] : []),
    ...paragraphs,
    ...(letterhead ? [footOf(letterhead)] : []),
    '</main></body></html>',
  ].join('\n')
}
