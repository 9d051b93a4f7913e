import { readFileSync } from 'node:fs'
import { scopesOf } from '../src/tool.ts'
import { TOOLS } from '../src/tools/index.ts'

const text = readFileSync(
  new URL('../../docs-site/src/content/docs/guides/agents.md', import.meta.url),
  'utf8',
)
const rows = [...text.matchAll(/^\| `(\w+)` \| `([\w:-]+)` \| .*?(\(destructive\))? \|$/gm)]

test('given the tools, when they are documented, then each is there with its scope and whether it takes away', () => {
  expect(rows.map(([, name, scope, mark]) => [name, [scope], mark !== undefined])).toEqual(
    TOOLS.map((tool) => [tool.name, scopesOf(tool), tool.hints.destructiveHint]),
  )
})
