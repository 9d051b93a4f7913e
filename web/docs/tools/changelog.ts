import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from './pages.ts'

/** The page of changes: those of the repository's changelog. */
export async function changelogPage(): Promise<Page> {
  const text = await readFile(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  return {
    id: 'guides/changelog',
    title: 'Changelog',
    description: 'What changed, newest first.',
    body: withoutFiles(text.slice(text.indexOf('## '))),
  }
}

/** Without links to files of the repository, which readers of the site do not have. */
const withoutFiles = (text: string): string =>
  text.replaceAll(/ \(\[[^\]]*\]\(docs\/[^)]*\)\)/g, '').replaceAll(/\[([^\]]*)\]\(docs\/[^)]*\)/g, '$1')
