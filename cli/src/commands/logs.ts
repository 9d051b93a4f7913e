import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { plain } from '../output/plain.ts'
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
    .description(
      'Show requests as they are answered, until you end it; those that read this log are left out',
    )
    .option('--failed', 'only those that were refused or failed')
  runs<[Options]>(tail, terminal, async (invocation, { failed }) => {
    const shown = new Set<string>()
    const { stopped } = terminal
    while (!stopped.aborted) {
      for (const entry of await newOnes(invocation, shown, failed === true)) show(invocation, entry)
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
    }
  })
}

/** Whether it is the look itself: it would show itself every time. */
const isOwnLook = ({ method, path }: Pick<Entry, 'method' | 'path'>): boolean =>
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

/** What was not shown yet, oldest first: pages are newest first, so they are read until one that is known. */
async function newOnes(invocation: Invocation, shown: Set<string>, isFailed: boolean): Promise<Entry[]> {
  const isFirst = shown.size === 0
  const found: Entry[] = []
  let cursor: string | null = null
  try {
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(
        invocation,
        isFailed,
        isFirst ? BEFORE : PAGE,
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
  for (const id of shown) if (shown.size > REMEMBERED) shown.delete(id)
  return found.filter((entry) => !isOwnLook(entry)).reverse()
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
