import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_VERSIONS } from '@usher/contracts'
import { runCommand } from '../run-command.ts'
import { baselineOf, contractIn } from './baselines.ts'
import { contractText } from './contract.ts'
import { severityText } from './oasdiff.ts'

interface Change {
  readonly text: string
  readonly operation?: string
  readonly path?: string
}

const MOST_SHOWN = 20

/**
 * What breaks clients in each version of the API, compared with what the version promised.
 *
 * @param program oasdiff
 * @param contractNow what a version promises now
 * @throws Error if it could not compare
 */
export async function breakingChanges(
  program: string,
  signal: AbortSignal,
  contractNow = contractIn,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-api-'))
  try {
    const severities = join(folder, 'severities.txt')
    await writeFile(severities, severityText)
    const found: string[] = []
    for (const { id } of API_VERSIONS) {
      const now = join(folder, `${id}.json`)
      await writeFile(now, contractText(contractNow(id)))
      if (!existsSync(baselineOf(id))) found.push(`${id} has no baseline: run npm run api:baseline`)
      else found.push(...(await compare({ program, severities, id, now }, signal)))
    }
    return found
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Comparison {
  readonly program: string
  readonly severities: string
  readonly id: string
  readonly now: string
}

async function compare({ program, severities, id, now }: Comparison, signal: AbortSignal): Promise<string[]> {
  const options = ['--severity-levels', severities, '--fail-on', 'ERR', '--format', 'json']
  const { code, stdout, output } = await runCommand(program, ['breaking', baselineOf(id), now, ...options], {
    signal,
  })
  if (code === 0) return []
  const changes = (parsed(stdout) as (Change & { readonly level: number })[] | undefined)?.filter(
    ({ level }) => level === 3,
  )
  if (!changes) throw new Error(output)
  const shown = changes.slice(0, MOST_SHOWN).map((one) => `${id}: ${one.operation} ${one.path} ${one.text}`)
  const more = changes.length - shown.length
  const advice = `This breaks clients of ${id}: make it a new version in contracts/src/versions (docs/versions.md).`
  return [...shown, ...(more > 0 ? [`${id}: and ${more} more`] : []), advice]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
