import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Makes built pages fit for a content policy without `unsafe-inline`: style attributes become classes, and the hashes
 * of scripts within pages are written down. Then compresses what is text.
 */
export async function finishPages(folder: string): Promise<void> {
  const site = join(folder, 'docs')
  const classes = new StyleClasses()
  const hashes = new Set<string>()
  const pages = new Map<string, string>()
  for (const path of globSync('**/*.html', { cwd: site })) {
    const html = withFocusableBlocks(classes.replaceIn(await readFile(join(site, path), 'utf8')))
    for (const script of inlineScripts(html)) hashes.add(hashOf(script))
    pages.set(join(site, path), html)
  }
  const sheet = `_astro/attributes.${createHash('sha256').update(classes.sheet()).digest('hex').slice(0, 8)}.css`
  await writeFile(join(site, sheet), classes.sheet())
  const link = `<link rel="stylesheet" href="/docs/${sheet}">`
  for (const [path, html] of pages) await writeFile(path, html.replace('</head>', `${link}</head>`))
  for (const path of globSync('_astro/*.css', { cwd: site })) {
    const css = await readFile(join(site, path), 'utf8')
    await writeFile(join(site, path), classes.adaptSheet(css))
  }
  await writeFile(join(folder, 'policy.json'), `${JSON.stringify({ scriptHashes: [...hashes].sort() })}\n`)
  for (const path of globSync('**/*.{html,css,js,svg,md,txt,json,yml}', { cwd: site }))
    await compress(join(site, path))
}

/** Code and tables that are wider than the page can be scrolled by keys. */
const withFocusableBlocks = (html: string): string =>
  html
    .replaceAll('<pre data-language', '<pre tabindex="0" data-language')
    .replaceAll('<table>', '<table tabindex="0">')

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)

const hashOf = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  await writeFile(`${path}.br`, brotliCompressSync(content, { params }))
}

/** A tag with its attributes, whose values may hold any character. */
const TAG = /<[a-zA-Z][\w:-]*(?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/g

/** An attribute of a tag. */
const ATTRIBUTE = /\s+([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'[^']*'|[^\s"'>]+)/g

/** How Expressive Code finds the coloured words of code: by a style attribute that no longer exists. */
const CODE_WORDS = /\[style\^=['"]?--['"]?\]:not\(\[class\]\)/g

/** Turns style attributes, which the content policy does not allow, into classes of one style sheet. */
export class StyleClasses {
  readonly #classes = new Map<string, string>()

  replaceIn(html: string): string {
    return html.replace(TAG, (tag) => this.#replaceInTag(tag))
  }

  sheet(): string {
    return [...this.#classes].map(([style, name]) => `.${name}{${style}}`).join('\n')
  }

  /** Has a style sheet select by these classes where it selected by attributes. */
  adaptSheet(css: string): string {
    return css.replaceAll(CODE_WORDS, '[class^=i-]')
  }

  #replaceInTag(tag: string): string {
    const [whole, , style] = [...tag.matchAll(ATTRIBUTE)].find(([, name]) => name === 'style') ?? []
    if (whole === undefined || style === undefined) return tag
    const rest = tag.replace(whole, '')
    // A script shows it later by clearing its own style, which a class would outlive.
    if (style === 'display: none;') return rest
    const name = this.#classOf(style)
    return / class="/.test(rest)
      ? rest.replace(/ class="([^"]*)"/, (_, others) => ` class="${others} ${name}"`)
      : rest.replace(/^<[\w:-]+/, (start) => `${start} class="${name}"`)
  }

  #classOf(style: string): string {
    const known = this.#classes.get(style) ?? `i-${this.#classes.size}`
    this.#classes.set(style, known)
    return known
  }
}
