import { readFileSync } from 'node:fs'
import { scopesOf } from '../src/tool.ts'
import { TOOLS } from '../src/tools/index.ts'

const text = readFileSync(
  new URL('../../../web/docs/src/content/docs/guides/agents.md', import.meta.url),
  'utf8',
)
const rows = [...text.matchAll(/^\| `(\w+)` \| `([\w:-]+)` \| .*?(\(destructive\))? \|$/gm)]

test('the guide on agents documents every MCP tool with its scope and whether it is destructive', () => {
  expect(rows.map(([, name, scope, mark]) => [name, [scope], mark !== undefined])).toEqual(
    TOOLS.map((tool) => [tool.name, scopesOf(tool), tool.hints.destructiveHint]),
  )
})
