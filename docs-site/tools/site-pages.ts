import { type Page, readGuides } from './pages.ts'

/** All pages of the site. */
export async function readPages(): Promise<Page[]> {
  return await readGuides()
}
