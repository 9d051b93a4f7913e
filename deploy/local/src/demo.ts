import { join } from 'node:path'
import { readJson, writePrivateJson } from './files.ts'
import { nodeArguments } from './processes.ts'
import { SetupError } from './provided.ts'
import { lastLines, runCommand } from './run-command.ts'
import type { Stack } from './stack.ts'

/** Credentials of the demo organisation, as far as the start shows them. */
export interface Demo {
  readonly url: string
  readonly api_key: string
}

/** Where the demo's credentials are kept. */
export function demoFile(home: string): string {
  return join(home, 'demo.json')
}

/**
 * Puts a demo organisation into an empty database and writes its credentials down; later starts only
 * bring the address in that file up to date.
 *
 * @returns undefined when there is no demo: in production, or in a database that was filled otherwise.
 * @throws SetupError when the seeding fails.
 */
export async function seedDemo(home: string, stack: Stack): Promise<Demo | undefined> {
  const { code, stdout, output } = await runCommand(
    process.execPath,
    nodeArguments('services/accounts/src/seed.ts'),
    {
      env: { ...process.env, ...stack.environments.accounts },
    },
  )
  if (code !== 0) throw new SetupError(`The demo data could not be written:\n${lastLines(output, 10)}`)
  const seeded: unknown = stdout.trim() === '' ? await readJson(demoFile(home)) : JSON.parse(stdout)
  if (!isDemo(seeded)) return undefined
  const { url: _before, ...credentials } = seeded
  const demo = { url: stack.url, ...credentials }
  await writePrivateJson(demoFile(home), demo)
  return demo
}

function isDemo(value: unknown): value is Demo {
  return typeof (value as Partial<Demo> | undefined)?.api_key === 'string'
}

/** Commands to paste that show the product at work. */
export function firstSteps({ url, api_key: key }: Demo): string {
  const curl = `curl -s -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'`
  return [
    `  KEY=${key}`,
    `  QUEUE=$(${curl} ${url}/v1/queues -d '{"name":"Front desk"}' | grep -o '"id":"[^"]*' | head -1 | cut -d '"' -f 4); echo $QUEUE`,
    `  ${curl} ${url}/v1/queues/$QUEUE/guests -d '{"name":"Ada","party_size":2}'`,
    `  ${curl} ${url}/v1/queues/$QUEUE/guests`,
  ].join('\n')
}
