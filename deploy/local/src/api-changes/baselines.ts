import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { API_VERSIONS, documentIn, NEWEST_API_VERSION, openApiDocument } from '@usher/contracts'
import { repository } from '../processes.ts'
import { contractOf, contractText } from './contract.ts'

/** The file with what a version promised when it was last released. */
export const baselineOf = (version: string): string => join(repository, `contracts/baselines/${version}.json`)

/** What a version promises now. */
export const contractIn = (version: string) =>
  contractOf(documentIn(version, openApiDocument('https://usher.invalid'), API_VERSIONS))

/**
 * Writes the baseline of the newest version; those of older ones only where they are missing, as they promise no
 * more than they did.
 */
export async function writeBaselines(): Promise<string[]> {
  const due = API_VERSIONS.map(({ id }) => id).filter(
    (id) => id === NEWEST_API_VERSION || !existsSync(baselineOf(id)),
  )
  for (const id of due) await writeFile(baselineOf(id), contractText(contractIn(id)))
  return due
}
