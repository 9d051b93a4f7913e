import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { SetupError } from './provided.ts'

/**
 * Reads a file that an earlier start wrote and that cannot be recreated, such as keys; undefined when there is none.
 * Replacing a damaged one would make the data that belongs to it unreadable.
 *
 * @throws SetupError that says what to do when it is damaged
 */
export async function readKeptFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new SetupError(`${path} cannot be read (${error.code}). Let the user who starts Usher read it.`)
  })
  if (text === undefined) return undefined
  const result = schema.safeParse(parsed(text))
  if (result.success) return result.data
  throw new SetupError(
    `${path} is damaged, and the data beside it needs it.\n` +
      `Put a backup of it back. Without one, move ${dirname(path)} away to start with no data.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
