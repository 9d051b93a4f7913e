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
