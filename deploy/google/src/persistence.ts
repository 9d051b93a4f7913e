import { readFile, rename, writeFile } from 'node:fs/promises'
import type { CalendarEvent } from './events/calendar-event.ts'
import type { Account, GoogleState, ListEntry } from './google-state.ts'
import type { GrantRecords, Grants } from './oauth/grants.ts'
import type { Channel, Channels } from './push/channels.ts'

const WRITE_AFTER_MS = 200

interface Stored {
  readonly accounts: readonly Account[]
  readonly entries: readonly ListEntry[]
  readonly listChange: number
  readonly listEpoch: number
  readonly calendars: readonly StoredCalendar[]
  readonly grants: GrantRecords
  readonly channels: readonly Channel[]
}

interface StoredCalendar {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
  readonly change: number
  readonly epoch: number
  readonly events: readonly CalendarEvent[]
}

interface Kept {
  readonly state: GoogleState
  readonly grants: Grants
  readonly channels: Channels
}

/** Keeps the state in a file, so that connections survive a restart. */
export class Persistence implements AsyncDisposable {
  readonly #file: string
  readonly #kept: Kept
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  private constructor(file: string, kept: Kept) {
    this.#file = file
    this.#kept = kept
  }

  /** Loads the file, and from then on saves every change. */
  static async open(file: string, kept: Kept): Promise<Persistence> {
    const stored = await readStored(file)
    if (stored) takeIn(stored, kept)
    const persistence = new Persistence(file, kept)
    const changed = () => persistence.#changed()
    kept.state.onChange = changed
    kept.grants.onChange = changed
    kept.channels.onChange = changed
    return persistence
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#write()
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#write()
    }, WRITE_AFTER_MS).unref()
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const part = `${this.#file}.part`
      await writeFile(part, JSON.stringify(storedOf(this.#kept)), { mode: 0o600, flush: true })
      await rename(part, this.#file)
    })
    return this.#writing
  }
}

/** @throws Error with advice if the file is damaged: connected calendars need its contents */
async function readStored(file: string): Promise<Stored | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
    throw new Error(
      `${file} is damaged. Put a backup of it back, or remove it to start with no calendars; connected ones then stop.`,
    )
  }
}

function storedOf({ state, grants, channels }: Kept): Stored {
  return {
    accounts: [...state.accounts.values()],
    entries: [...state.entries.values()],
    listChange: state.listChange,
    listEpoch: state.listEpoch,
    calendars: [...state.calendars.values()].map((calendar) => ({
      id: calendar.id,
      summary: calendar.summary,
      timeZone: calendar.timeZone,
      change: calendar.change,
      epoch: calendar.epoch,
      events: [...calendar.events],
    })),
    grants: grants.records,
    channels: channels.open,
  }
}

function takeIn(stored: Stored, { state, grants, channels }: Kept): void {
  for (const account of stored.accounts) state.accounts.set(account.email, account)
  for (const calendar of stored.calendars) state.addCalendar(calendar).restore(calendar)
  state.restoreEntries(stored.entries, stored.listChange, stored.listEpoch)
  grants.restore(stored.grants)
  channels.restore(stored.channels)
}
