import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../local.ts'
import { DISTRIBUTIONS } from './random.ts'

/** A time of day, in minutes after midnight. */
export const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 09:30' })
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

export const share = z.number().min(0).max(1)

/** Arrivals per hour, from a minute until the next step. */
export const arrivals = z.array(z.strictObject({ from: clock, per_hour: z.number().min(0).max(1000) })).min(1)

export const distribution = z.enum(DISTRIBUTIONS)

export const tail = z.number().min(1.1).max(10).optional()

export const TAIL_ERROR = 'tail is needed for a pareto distribution, and for no other'

export const hasTailIfNeeded = (service: {
  readonly distribution: string
  readonly tail?: unknown
}): boolean => (service.distribution === 'pareto') === (service.tail !== undefined)

/**
 * Reads venues to simulate: the files named, or those of the folder.
 *
 * @throws SetupError that says what is wrong with a file
 */
export function loadVenues<Venue>(
  files: readonly string[],
  folder: string,
  schema: z.ZodType<Venue>,
): Venue[] {
  const all = files.length > 0 ? files : readdirSync(folder).map((name) => join(folder, name))
  return all.map((file) => {
    const parsed = schema.safeParse(parseFile(file))
    if (parsed.success) return parsed.data
    throw new SetupError(`${file} is not a venue of this benchmark:\n${z.prettifyError(parsed.error)}`)
  })
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
