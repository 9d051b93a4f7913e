import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { plain } from '../output/plain.ts'
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
    .description('Show requests as they are answered, until you end it')
    .option('--failed', 'only those that were refused or failed')
  setAction<[Options]>(tail, terminal, async (invocation, { failed }) => {
    const shown = new Set<string>()
    const { stopped } = terminal
    while (!stopped.aborted) {
      for (const entry of await newEntries(invocation, shown, failed === true)) show(invocation, entry)
      await setTimeout(POLL_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
    }
  })
}

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

/** Entries not shown yet, oldest first. Pages are newest first: read them until one has an entry that was shown. */
async function newEntries(invocation: Invocation, shown: Set<string>, isFailed: boolean): Promise<Entry[]> {
  const isFirst = shown.size === 0
  const found: Entry[] = []
  let cursor: string | null = null
  try {
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(
        invocation,
        isFailed,
        isFirst ? EARLIER : PAGE,
        cursor,
      )
      const fresh = page.data.filter(({ id }) => !shown.has(id))
      found.push(...fresh)
      cursor = fresh.length === page.data.length ? page.next_cursor : null
    } while (cursor !== null && !isFirst)
  } catch (error) {
    if (invocation.terminal.stopped.aborted) return []
    throw error
  }
  for (const { id } of found) shown.add(id)
  for (const id of shown) if (shown.size > MAX_SHOWN) shown.delete(id)
  return found.reverse()
}

function show({ terminal, isJson }: Invocation, entry: Entry): void {
  terminal.out(isJson ? `${JSON.stringify(entry)}\n` : lineOf(entry))
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
