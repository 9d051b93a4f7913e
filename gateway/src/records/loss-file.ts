import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lostRequestsSchema } from '@usher/contracts'
import type { Logger } from '@usher/service-kit'
import { z } from 'zod'
import type { LossBatch } from './loss-count.ts'
import { readLeft } from './read-left.ts'

/** Suffix of loss files. */
export const LOSS_SUFFIX = '.lost.json'

/** Suffix of a file still being written. */
export const UNFINISHED_SUFFIX = '.unfinished'

const fileSchema = z.object({
  exact: z.boolean(),
  losses: z.array(lostRequestsSchema.omit({ exact: true }).extend({ organization_id: z.string() })),
})

export const lossPath = (folder: string, name: string): string => join(folder, name + LOSS_SUFFIX)

/** Writes a batch's file atomically: readers find the old content or the new, even after a power cut. */
export async function writeLosses(folder: string, { name, exact, losses }: LossBatch): Promise<void> {
  const path = lossPath(folder, name)
  const unfinished = path + UNFINISHED_SUFFIX
  await writeFile(unfinished, JSON.stringify({ exact, losses }), { mode: 0o600, flush: true })
  await rename(unfinished, path)
}

/** Reads the losses that earlier gateways counted. */
export const readLosses = (paths: readonly string[], log: Logger): Promise<LossBatch[]> =>
  readLeft(paths, readBatch, {
    log,
    problem: 'a count of lost requests cannot be read; audit trails will not show them',
  })

async function readBatch(path: string): Promise<LossBatch> {
  const content = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  return { name: basename(path, LOSS_SUFFIX), ...content }
}
