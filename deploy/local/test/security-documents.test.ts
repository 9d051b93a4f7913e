import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from '../src/processes.ts'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const exists = (path: string) => existsSync(join(repository, path))
const documents = globSync('docs/security/*.md', { cwd: repository })

/** Paths of this repository that a text formats as code: `folder/file.ext`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/[\w.-]+\.\w+|[\w.-]+\.test\.tsx?)`/g)].map(
    ([, path = '']) => path,
  )

/** Links to other documents, without the fragment. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)

/** Test files, each with the test names that follow it: `file.test.ts` (*one*; *another*). */
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.test\.tsx?)`(?: \(((?:\*[^*]+\*(?:; )?)+)\))?/g)].map(
    ([, path = '', names = '']) => ({
      path,
      names: [...names.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name),
    }),
  )

describe.each(documents)('what %s names as evidence', (document) => {
  const text = read(document)

  test('includes only paths and links to files that exist', () => {
    const links = linksIn(text).map((link) => join(dirname(document), link))
    expect([...pathsIn(text), ...links].filter((path) => !exists(path))).toEqual([])
  })

  test('includes only test names that are in the named file', () => {
    const missing = testsIn(text).flatMap(({ path, names }) =>
      names.filter((name) => !read(path).includes(name)).map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})

describe('docs/security/asvs.md', () => {
  test('lists each requirement once and totals them as its first table says', () => {
    const text = read('docs/security/asvs.md')
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| [^|]+ \| (met|not met|n\/a) \|/gm)]
    const count = (state: string) => rows.filter(([, , found]) => found === state).length
    expect(new Set(rows.map(([, number]) => number)).size).toBe(rows.length)
    expect(text).toContain(`| ${rows.length} | ${count('met')} | ${count('not met')} | ${count('n/a')} |`)
  })
})
