import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../../local.ts'
import { type Venue, venueSchema } from './venue.ts'

const FOLDER = join(import.meta.dirname, 'venues')

/**
 * Reads venues to simulate: the files named, or the ones included.
 *
 * @throws SetupError that says what is wrong with a file
 */
export function loadVenues(files: readonly string[]): Venue[] {
  const ours = () => readdirSync(FOLDER).map((name) => join(FOLDER, name))
  return (files.length > 0 ? files : ours()).map(loadVenue)
}

function loadVenue(file: string): Venue {
  const parsed = venueSchema.safeParse(parseFile(file))
  if (parsed.success) return parsed.data
  throw new SetupError(`${file} is not a venue of fair-line:\n${z.prettifyError(parsed.error)}`)
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
