import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from './pages.ts'

/** Writes each page as Markdown beside it, all of them in one file, and the list of them. */
export async function writeTwins(pages: readonly Page[], folder: string): Promise<void> {
  for (const page of pages) await write(join(folder, 'docs', `${page.id}.md`), markdownOf(page))
  await write(join(folder, 'docs/llms-full.txt'), pages.map(markdownOf).join('\n'))
  await write(join(folder, 'llms.txt'), listOf(pages))
}

const markdownOf = ({ title, description, body }: Page): string =>
  `# ${title}\n\n> ${description}\n\n${body.trim()}\n`

/** The list of pages in the form of llmstxt.org. */
function listOf(pages: readonly Page[]): string {
  const lines = (wanted: (page: Page) => boolean) =>
    pages
      .filter(wanted)
      .map(({ id, title, description }) => `- [${title}](/docs/${id}.md): ${description}`)
      .join('\n')
  const isReference = ({ id }: Page) => id.startsWith('reference')
  return [
    '# Usher',
    '> Waiting queues, bookings, messages and webhooks for venues, behind one HTTP API.',
    `## Guides\n\n${lines((page) => !isReference(page))}`,
    `## Reference\n\n${lines(isReference)}`,
    '## Machine-readable\n\n- [OpenAPI 3.1 document](/openapi.json)\n- [AsyncAPI 3 document of the webhooks](/asyncapi.json)',
    '## Optional\n\n- [Everything in one file](/docs/llms-full.txt)\n',
  ].join('\n\n')
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
