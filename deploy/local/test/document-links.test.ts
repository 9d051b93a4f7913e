import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from '../src/processes.ts'

const documents = globSync('{*,docs/**/*,.github/**/*}.md', { cwd: repository }).filter(
  (path) => !path.includes('node_modules'),
)

describe('the documents', () => {
  test('links within the repository lead to existing files', () => {
    expect(documents.length).toBeGreaterThan(40)
    const broken = documents.flatMap((document) =>
      linksIn(readFileSync(join(repository, document), 'utf8'))
        .filter((link) => !existsSync(join(repository, dirname(document), link)))
        .map((link) => `${document}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

/** Links without a scheme, without the fragment. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?![a-z]+:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
