import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiDocument } from '@usher/contracts'
import { type RecordedExamples, recordedExamples } from '@usher/contracts/examples'
import { GUIDES } from './guides.ts'
import { type Page, readGuides } from './pages.ts'
import type { Document } from './reference/document.ts'
import { referencePages } from './reference/reference-pages.ts'

/** Stands for the address of an installation, which the site does not know. */
const EXAMPLE_URL = 'https://usher.example.com'

/** The document that the reference is made from, and the examples in it. */
export function apiDocument(): { document: Document; examples: RecordedExamples['operations'] } {
  const examples = recordedExamples()
  const document = openApiDocument(EXAMPLE_URL, examples) as unknown as Document
  return { document, examples: examples.operations }
}

/** All pages of the site. */
export async function readPages(): Promise<Page[]> {
  const written = new Map((await readGuides()).map((page) => [page.id, page]))
  const changelog = await changelogPage()
  const guides = ['index', ...GUIDES.map((name) => `guides/${name}`)].map((id) => {
    const page = id === changelog.id ? changelog : written.get(id)
    if (page === undefined) throw new Error(`${id}.md is missing`)
    return page
  })
  const { document, examples } = apiDocument()
  return [...guides, ...referencePages(document, examples)]
}

/** The page of changes: those of the repository's changelog. */
async function changelogPage(): Promise<Page> {
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
