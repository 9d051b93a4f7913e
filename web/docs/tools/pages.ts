import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { API_VERSIONS, ERROR_CODES, SCOPES } from '@usher/contracts'

/** A page of the documentation, as Markdown. */
export interface Page {
  /** Its address under `/docs`, such as `guides/webhooks`; `index` is `/docs` itself. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The text below the title. */
  readonly body: string
}

const content = join(import.meta.dirname, '../src/content/docs')

/** The guides and the start page. */
export async function readGuides(): Promise<Page[]> {
  const paths = globSync('**/*.md', { cwd: content }).sort()
  return await Promise.all(
    paths.map(async (path) =>
      parsePage(path.slice(0, -'.md'.length), await readFile(join(content, path), 'utf8')),
    ),
  )
}

/** @throws Error when the page has no title or description */
function parsePage(id: string, text: string): Page {
  const [, title, description, body] = /^---\ntitle: (.+)\ndescription: (.+)\n---\n+(.*)$/s.exec(text) ?? []
  if (title === undefined || description === undefined || body === undefined) {
    throw new Error(`${id}.md must start with its title and description, as the other pages do`)
  }
  return { id, title, description, body: withTables(body) }
}

/** Lines that guides have from the contracts, by the name that stands for them in the text. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  scopes: Object.entries(SCOPES).map(([scope, words]) => `| \`${scope}\` | ${lowerFirst(words)} |`),
  codes: Object.entries(ERROR_CODES).map(
    ([code, [status, title]]) => `| ${status} | \`${code}\` | ${title} |`,
  ),
  versions: API_VERSIONS.toReversed().map(
    ({ id, sunsetAt }) => `| \`${id}\` | ${inWords(id)} | ${sunsetAt ? inWords(sunsetAt) : 'not decided'} |`,
  ),
  version_changes: API_VERSIONS.toReversed().flatMap(({ id, changes }) => [
    ...[`### ${id}`, ''],
    ...(changes?.summary.map((text) => `- ${text}`) ?? ['The first version.']),
    '',
  ]),
}

/** A day, such as 1 June 2028. */
function inWords(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** @throws Error when the text names lines that there are not */
function withTables(text: string): string {
  return text.replace(/^\{\{(\w+)\}\}$/gm, (_, name: string) => {
    const lines = LINES[name]
    if (lines === undefined) throw new Error(`there are no lines named ${name}`)
    return lines.join('\n')
  })
}
