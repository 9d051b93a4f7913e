import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { withTables } from './tables.ts'

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
