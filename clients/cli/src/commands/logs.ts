import { setTimeout } from 'node:timers/promises'
import { UsherError } from '@usher/sdk'
import type { Command } from 'commander'
import { isUnreachable } from '../connection/unreachable.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Invocation, setAction } from './invocation.ts'
import { refuseClock } from './options.ts'

/** How often to poll for new requests, in ms. */
const POLL_EVERY_MS = 2_000
/** Earlier requests to show at the start. */
const EARLIER = 10
/** Requests per page. */
const PAGE = 100
/** Number of request ids remembered, to show each request once. */
const MAX_SHOWN = 10_000

interface Options {
  readonly failed?: true
}

/** `usher logs`. */
export function addLogs(program: Command, terminal: Terminal): void {
  const logs = program.command('logs').description('The log of requests to the API')
  const tail = refuseClock(logs.command('tail'))
    .description(
      'Show requests as they are answered, until you end it; those that read this log are left out',
    )
    .option('--failed', 'only those that were refused or failed')
  setAction<[Options]>(tail, terminal, async (invocation, { failed }) => {
    const state: TailState = { shown: new Set(), isStarted: false, isInterrupted: false }
    const { stopped } = terminal
    while (!stopped.aborted) {
      const entries = await newEntries(invocation, state, failed === true).catch((error) => {
        if (stopped.aborted) return []
        if (!state.isStarted || !isTemporary(error)) throw error
        if (!state.isInterrupted) terminal.err('Cannot read the log at the moment. Trying again...\n')
        state.isInterrupted = true
        return []
      })
      for (const entry of entries) show(invocation, entry)
      await setTimeout(POLL_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
    }
  })
}

/** Whether a request reads this log: each poll would show the one before. */
const readsLog = ({ method, path }: Pick<Entry, 'method' | 'path'>): boolean =>
  method === 'GET' && path === '/v1/requests'

const read = async (
  { usher, terminal }: Invocation,
  isFailed: boolean,
  limit: number,
  cursor: string | null,
) => {
  const query = { limit, ...(isFailed && { status: 'failed' as const }), ...(cursor !== null && { cursor }) }
  const { data } = await usher.GET('/v1/requests', { params: { query }, signal: terminal.stopped })
  return data
}

type Entry = Awaited<ReturnType<typeof read>>['data'][number]

/** What was shown so far. */
interface TailState {
  readonly shown: Set<string>
  /** Whether the log has been read once. */
  isStarted: boolean
  /** Whether the last attempt to read it failed. */
  isInterrupted: boolean
}

/** Entries not shown yet, oldest first. Pages are newest first: read them until one has an entry that was shown. */
async function newEntries(invocation: Invocation, state: TailState, isFailed: boolean): Promise<Entry[]> {
  const { shown, isStarted } = state
  const found: Entry[] = []
  let cursor: string | null = null
  do {
    const limit = isStarted ? PAGE : EARLIER
    const page: Awaited<ReturnType<typeof read>> = await read(invocation, isFailed, limit, cursor)
    const fresh = page.data.filter(({ id }) => !shown.has(id))
    found.push(...fresh)
    cursor = fresh.length > 0 && fresh.length === page.data.length ? page.next_cursor : null
  } while (cursor !== null && isStarted && found.length < MAX_SHOWN)
  state.isStarted = true
  state.isInterrupted = false
  for (const { id } of found) shown.add(id)
  for (const id of shown) if (shown.size > MAX_SHOWN) shown.delete(id)
  return found.filter((entry) => !readsLog(entry)).reverse()
}

/** Not a refusal: Usher restarts or is overloaded, or the network is down. */
const isTemporary = (error: unknown): boolean =>
  error instanceof UsherError
    ? error.status >= 500 || [408, 429].includes(error.status)
    : isUnreachable(error)

function show({ terminal, isJson }: Invocation, entry: Entry): void {
  terminal.out(isJson ? `${jsonText(entry)}\n` : lineOf(entry))
}

function lineOf({ at, status, method, path, route, duration_ms, code, request_id, sender }: Entry): string {
  const facts = [
    at,
    status,
    method,
    path ?? route ?? '-',
    `${Math.round(duration_ms)} ms`,
    sender.name ?? sender.id,
  ]
  return `${plain([...facts, ...(code ? [code] : []), request_id].join('  '))}\n`
}
