import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findZone } from '@usher/contracts/zones'
import { SetupError } from '@usher/local'
import { sweep } from '../../services/booking-platform/src/slots/sweep.ts'
import { slotSpecOf } from '../../services/booking-platform/src/slots/test-values.ts'
import { pythonWith } from './python/environment.ts'

const DAYS = 731
const DAY_MS = 86_400_000
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A Python with the zone data published last; undefined where there is no Python or PyPI. */
async function newestPython(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-zones-'))
  try {
    const answer = await fetch('https://pypi.org/pypi/tzdata/json')
    const { info } = (await answer.json()) as { info: { version: string } }
    const requirements = join(folder, 'requirements.txt')
    await writeFile(requirements, `tzdata==${info.version}\n`)
    return await pythonWith(requirements)
  } catch (error) {
    if (!(error instanceof SetupError || error instanceof TypeError)) throw error
    process.stderr.write(`skipped: ${error.message}\n`)
    return undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The starts that are offered at nine, in seconds, of somebody who works one hour a day. */
function offered(time_zone: string, first: string): number[] {
  const hours = {
    time_zone,
    weekly_hours: WEEK.map((day) => ({ day, start: '09:00', end: '10:00' })),
    overrides: [],
  }
  const from = Date.parse(`${first}T00:00:00Z`) - DAY_MS
  const found = sweep(
    { hours, timeOff: [], busy: [] },
    { from, to: from + (DAYS + 2) * DAY_MS },
    slotSpecOf(60),
  )
  return found.map(({ start }) => start / 1000)
}

const python = await newestPython()

;(!python ? test.skip : test)(
  'free times of two years are those of the newest zone data, in every zone',
  async () => {
    const first = new Date().toISOString().slice(0, 10)
    const program = join(import.meta.dirname, 'zones/local_times.py')
    const input = JSON.stringify({ first: `${first}T09:00:00`, days: DAYS })
    const run = promisify(execFile)(python ?? '', [program, input], { maxBuffer: 64 * 1024 * 1024 })
    const expected: Record<string, number[]> = JSON.parse((await run).stdout)
    const differing = Object.entries(expected).filter(([zone, starts]) => {
      const ours = new Set(findZone(zone) ? offered(zone, first) : [])
      return starts.some((start) => !ours.has(start))
    })
    expect(Object.keys(expected).length).toBeGreaterThan(590)
    expect(differing.map(([zone]) => zone)).toEqual([])
  },
  120_000,
)
