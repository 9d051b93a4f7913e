import { readFile, rename, writeFile } from 'node:fs/promises'
import type { RequestHandler } from 'express'
import type { GrantRecords, Grants } from './oauth.ts'
import type { Channel, Pushes } from './push.ts'
import type { Account, CalendarRecord, GoogleState, Role } from './state.ts'

const WRITE_AFTER_MS = 200

interface Stored {
  readonly accounts: readonly Account[]
  readonly calendars: readonly CalendarRecord[]
  /** Who may use which calendar. */
  readonly entries: readonly { readonly calendarId: string; readonly email: string; readonly role: Role }[]
  readonly grants: GrantRecords
  readonly channels: readonly Channel[]
}

interface Kept {
  readonly state: GoogleState
  readonly grants: Grants
  readonly pushes: Pushes
}

/**
 * Reads a file that {@link StateFile} wrote; undefined if there is none.
 *
 * @throws Error with advice if the file is damaged: connected calendars need its contents
 */
export async function readStateFile(file: string): Promise<Stored | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
    throw new Error(
      `${file} is damaged. Put a backup of it back, or remove it to start with no calendars; connected ones then stop.`,
    )
  }
}

export function restoreCalendars(state: GoogleState, { accounts, calendars, entries }: Stored): void {
  for (const account of accounts) state.accounts.set(account.email, account)
  for (const calendar of calendars) state.addCalendar(calendar)
  for (const { calendarId, email, role } of entries) state.calendars.get(calendarId)?.roles.set(email, role)
}

/** Keeps the state in a file, so that connections survive a restart. */
export class StateFile implements AsyncDisposable {
  readonly #file: string
  readonly #kept: Kept
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(file: string, kept: Kept) {
    this.#file = file
    this.#kept = kept
  }

  /** Saves what a request changed, soon after it. */
  readonly middleware: RequestHandler = ({ method }, res, next) => {
    if (method !== 'GET') {
      res.on('close', () => {
        this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref()
      })
    }
    next()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#write()
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(async () => {
      const part = `${this.#file}.part`
      await writeFile(part, JSON.stringify(storedOf(this.#kept)), { mode: 0o600, flush: true })
      await rename(part, this.#file)
    })
    return this.#writing
  }
}

function storedOf({ state, grants, pushes }: Kept): Stored {
  const calendars = [...state.calendars.values()]
  return {
    accounts: [...state.accounts.values()],
    calendars: calendars.map(({ record }) => record),
    entries: calendars.flatMap(({ id, roles }) =>
      [...roles].map(([email, role]) => ({ calendarId: id, email, role })),
    ),
    grants: grants.records,
    channels: pushes.open,
  }
}
