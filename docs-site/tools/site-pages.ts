import { openApiDocument } from '@usher/contracts'
import { type Page, readGuides } from './pages.ts'
import type { Document } from './reference/document.ts'
import { referencePages } from './reference/reference-pages.ts'

/** Stands for the address of an installation, which the site does not know. */
const EXAMPLE_URL = 'https://usher.example.com'

/** All pages of the site. */
export async function readPages(): Promise<Page[]> {
  const document = openApiDocument(EXAMPLE_URL) as unknown as Document
  return [...(await readGuides()), ...referencePages(document)]
}
