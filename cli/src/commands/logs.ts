import { setTimeout } from 'node:timers/promises'
import { UsherError } from '@usher/sdk'
import type { Command } from 'commander'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Invocation, runs } from './invocation.ts'

/** How often new requests are looked for, in ms. */
const LOOK_EVERY_MS = 2_000
/** Requests shown of before. */
const BEFORE = 10
/** Requests read at once. */
const PAGE = 100
/** Requests by which one that was shown is known. */
const REMEMBERED = 10_000

interface Options {
  readonly failed?: true
}

/** `usher logs`. */
export function addLogs(program: Command, terminal: Terminal): void {
  const logs = program.command('logs').description('The log of requests to the API')
  const tail = logs
    .command('tail')
    .description('Show requests as they are answered, until you end it')
    .option('--failed', 'only those that were refused or failed')
  runs<[Options]>(tail, terminal, async (invocation, { failed }) => {
    const place: Place = { shown: new Set(), isBegun: false, isLost: false }
    const { stopped } = terminal
    while (!stopped.aborted) {
      const entries = await newOnes(invocation, place, failed === true).catch((error) => {
        if (stopped.aborted) return []
        if (!place.isBegun || !isPassing(error)) throw error
        if (!place.isLost) terminal.err('Usher cannot be asked at the moment. Going on when it can...\n')
        place.isLost = true
        return []
      })
      for (const entry of entries) show(invocation, entry)
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
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

/** What was shown so far. */
interface Place {
  readonly shown: Set<string>
  /** Whether the log has been read once. */
  isBegun: boolean
  /** Whether it could not be read the last time. */
  isLost: boolean
}

/** What was not shown yet, oldest first: pages are newest first, so they are read until one that is known. */
async function newOnes(invocation: Invocation, place: Place, isFailed: boolean): Promise<Entry[]> {
  const { shown, isBegun } = place
  const found: Entry[] = []
  let cursor: string | null = null
  do {
    const limit = isBegun ? PAGE : BEFORE
    const page: Awaited<ReturnType<typeof read>> = await read(invocation, isFailed, limit, cursor)
    const fresh = page.data.filter(({ id }) => !shown.has(id))
    found.push(...fresh)
    cursor = fresh.length > 0 && fresh.length === page.data.length ? page.next_cursor : null
  } while (cursor !== null && isBegun && found.length < REMEMBERED)
  place.isBegun = true
  place.isLost = false
  for (const { id } of found) shown.add(id)
  for (const id of shown) if (shown.size > REMEMBERED) shown.delete(id)
  return found.reverse()
}

/** Not a refusal: Usher restarts, is overloaded, or the network is away. */
const isPassing = (error: unknown): boolean =>
  error instanceof UsherError
    ? error.status >= 500 || error.status === 429 || error.status === 408
    : error instanceof TypeError && error.cause instanceof Error

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
