import { join } from 'node:path'
import { z } from 'zod'
import { type DemoPartner, seedBookings } from './demo-bookings.ts'
import { writePrivateJson } from './files.ts'
import { readKeptFile } from './kept-file.ts'
import { nodeArguments } from './processes.ts'
import { SetupError } from './provided.ts'
import { lastLines, runCommand } from './run-command.ts'
import type { StackPlan } from './stack.ts'

/** Credentials of the demo organisations. */
export interface Demo extends DemoPartner {
  readonly url: string
  readonly second: DemoPartner
  /** Address of the local Google, if there is one. */
  readonly google_url?: string
}

/** Where the demo's credentials are kept. */
export function demoFile(home: string): string {
  return join(home, 'demo.json')
}

/**
 * Fills an empty database with two demo organisations that have something to book, and saves their credentials. Later
 * starts only update the address in that file.
 *
 * @returns undefined when there is no demo: in production, or in a database with other data.
 * @throws SetupError when seeding fails, or the file is damaged.
 */
export async function seedDemo(
  home: string,
  stack: Pick<StackPlan, 'url' | 'googleUrl' | 'environments'>,
): Promise<Demo | undefined> {
  const { code, stdout, output } = await runCommand(
    process.execPath,
    nodeArguments('services/accounts/src/seed.ts'),
    {
      env: { ...process.env, ...stack.environments.accounts },
    },
  )
  if (code !== 0) throw new SetupError(`The demo data could not be written:\n${lastLines(output, 10)}`)
  const isNew = stdout.trim() !== ''
  const seeded = isNew ? (JSON.parse(stdout) as Demo) : await readKeptFile(demoFile(home), demoSchema)
  if (!seeded) return undefined
  const { url: _url, google_url: _googleUrl, ...credentials } = seeded
  const google = stack.googleUrl ? { google_url: stack.googleUrl } : {}
  const demo = { url: stack.url, ...credentials, ...google }
  await writePrivateJson(demoFile(home), demo)
  if (isNew) {
    for (const partner of [seeded, seeded.second]) await seedBookings(stack.url, partner)
  }
  return demo
}

const demoSchema = z.custom<Demo>(
  (value) => typeof (value as Partial<Demo> | undefined)?.api_key === 'string',
)

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
