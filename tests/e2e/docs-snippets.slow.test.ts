import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guides, isCommands, runGuide, type Snippet, snippetsOf } from './docs-snippets.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const names = readdirSync(guides).map((file) => file.replace(/\.md$/, ''))
const read = (name: string) => snippetsOf(readFileSync(join(guides, `${name}.md`), 'utf8'))

/** Languages of what is shown, not run. */
const ILLUSTRATIONS = new Set(['json', 'http', 'txt'])

/** Files that services/webhook-delivery/test/recipes.slow.test.ts runs, where the machine has their language. */
const RUN_AS_RECEIVERS = new Set([
  ...['express-receiver.mjs', 'fastify-receiver.mjs', 'usher_webhooks.py', 'flask_app.py', 'fastapi_app.py'],
  ...['usher_webhooks.rb', 'config.ru', 'receiver.php', 'Receiver.java', 'verify.sh'],
])

/** Files that docs-snippets.nightly.test.ts runs. */
const RUN_WHEN_SLOW = new Set(['receiver.go', 'agent.py'])

/** Guides that sdk-guides.nightly.test.ts runs, because they install packages. */
const isOfSdk = (name: string): boolean => name.startsWith('sdk-')

/** Blocks that no test runs, by guide and language, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'cli: console':
    'sessions at a terminal, with what comes back; the tests in tests/e2e/cli run these commands',
  'n8n: console':
    'puts a file where an n8n of the machine looks; tests/e2e/n8n.nightly.test.ts does the same in a home of its own',
  'webhooks: ruby':
    'a controller of Rails, which needs an application around it; the function it calls is in usher_webhooks.rb',
  'webhooks: csharp': 'needs the .NET SDK, which the machines that run the tests do not have',
}

const isRun = (snippet: Snippet, all: readonly Snippet[]): boolean => {
  const { file, language } = snippet
  if (file === undefined) return isCommands(snippet) || ILLUSTRATIONS.has(language)
  if (RUN_AS_RECEIVERS.has(file) || RUN_WHEN_SLOW.has(file)) return true
  return all.some((other) => isCommands(other) && other.code.includes(file))
}

describe('the code of the guides', () => {
  test('is all run by tests, except for the listed blocks', () => {
    const notRun = names.flatMap((name) => {
      const all = read(name)
      return all.filter((snippet) => !isRun(snippet, all)).map(({ language }) => `${name}: ${language}`)
    })
    expect([...new Set(notRun)]).toEqual(Object.keys(NOT_RUN))
  })
})

describe('the commands of a guide', () => {
  let usher: Usher
  beforeAll(async () => {
    usher = await useSharedUsher()
  })

  test.each(names.filter((name) => !isOfSdk(name) && read(name).some(isCommands)))(
    'of %s succeed in order and print what the guide shows',
    async (name) => {
      const { problem, outputs } = await runGuide(name, usher)
      expect(problem).toBeUndefined()
      for (const { printed, shown } of outputs) expect(printed).toBe(shown)
    },
  )
})
