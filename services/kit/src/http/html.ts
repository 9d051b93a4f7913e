import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

/** A piece of a page. `html` escapes everything put into it, except such pieces. */
export type Html = ReturnType<typeof html>

export { html, raw }

const STYLE = `
:root { color-scheme: light dark; --ink: #14201f; --soft: #566361; --line: #dde3e3; --edge: #7f8b89; --back: #f6f8f8; --card: #fff; --act: #0f6e66; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #f1f5f4; --soft: #b0bab7; --line: #33403e; --edge: #75827f; --back: #121716; --card: #1b2221; --act: #74d6c6; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 28px }
.brand { margin: 0 0 20px; font-weight: 700; letter-spacing: .01em }
h1 { margin: 0 0 6px; font-size: 1.35rem; line-height: 1.25; overflow-wrap: anywhere }
p { margin: 0 0 16px; color: var(--soft); overflow-wrap: anywhere }
strong { color: var(--ink) }
a { color: var(--act); display: inline-block; padding-block: 10px }
label { display: block; margin: 0 0 14px; font-weight: 600 }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 400 }
ul { margin: 0 0 20px; padding-left: 20px }
li { margin: 4px 0 }
button { width: 100%; padding: 11px; border: 1px solid var(--act); border-radius: 8px; background: var(--act); color: var(--card); font: inherit; font-weight: 600; cursor: pointer }
button.second { margin-top: 10px; background: transparent; color: var(--act); border-color: var(--edge) }
:is(a, button, input):focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.bad { color: var(--bad); font-weight: 600 }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A whole page served by a service itself, for people on their way from or to another site. */
export const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Usher</title>
${raw(`<style>${STYLE}</style>`)}
</head>
<body><main>
<p class="brand">Usher</p>
${content}
</main></body>
</html>
`.toString()

type PageHeaders = { readonly 'content-type': string; readonly 'content-security-policy': string }

/**
 * Headers of such a page. It loads and runs nothing, no page may frame it, and its forms lead only here and, by the
 * redirect that follows, to the application.
 *
 * @param redirectUri where the application waits
 */
export function pageHeaders(redirectUri?: string): PageHeaders {
  const targets = ["'self'", ...(redirectUri ? [new URL(redirectUri).origin] : [])].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  }
}
