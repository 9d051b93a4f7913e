import type { Template } from '@usher/contracts'

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&#39;' },
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

/**
 * A text as a simple page: accessible to screen readers, without images, in the direction of its language.
 *
 * @param locale null: unknown
 */
export function htmlOf(
  { subject, text }: { subject: string; text: string },
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
    ...paragraphs,
    '</main></body></html>',
  ].join('\n')
}
