import { createHash } from 'node:crypto'

/** Markup that is safe to send. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

type Part = string | Html | readonly Html[] | undefined

const markup = (part: Part): string => {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'string' ? escaped(part) : part.map(({ text }) => text).join('')
}

/** Builds markup; text that is put into it is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, i) => text + (i < parts.length ? markup(parts[i]) : '')).join(''))

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5c6775; --line: #d6dbe1; --back: #f4f6f8; --card: #fff; --act: #1554d1; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --soft: #a3adb9; --line: #3a434e; --back: #12161b; --card: #1b2027; --act: #6ea0ff; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 28px }
.brand { margin: 0 0 20px; font-weight: 700; letter-spacing: .01em }
h1 { margin: 0 0 6px; font-size: 1.35rem; line-height: 1.25; overflow-wrap: anywhere }
p { margin: 0 0 16px; color: var(--soft); overflow-wrap: anywhere }
strong { color: var(--ink) }
label { display: block; margin: 0 0 14px; font-weight: 600 }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 400 }
ul { margin: 0 0 20px; padding-left: 20px }
li { margin: 4px 0 }
button { width: 100%; padding: 11px; border: 1px solid var(--act); border-radius: 8px; background: var(--act); color: var(--card); font: inherit; font-weight: 600; cursor: pointer }
button.second { margin-top: 10px; background: transparent; color: var(--act); border-color: var(--line) }
:is(button, input):focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.bad { color: var(--bad); font-weight: 600 }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A whole page of the OAuth server. */
export const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Usher</title>
${new Html(`<style>${STYLE}</style>`)}
</head>
<body><main>
<p class="brand">Usher</p>
${content}
</main></body>
</html>
`.text

/**
 * Headers of such a page. Nothing is loaded or run, nobody may frame it, and its forms lead nowhere but
 * here and, by the redirect that follows, to the application.
 *
 * @param redirectUri where the application waits
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const targets = ["'self'", ...(redirectUri ? [new URL(redirectUri).origin] : [])].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  }
}
