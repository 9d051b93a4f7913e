import { createUsherClient, type UsherClient } from '@usher/sdk'
import type { Command } from 'commander'
import { type CommonOptions, readSettings, requireToken, type Settings } from '../connection/settings.ts'
import { type Column, table } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** One run of a command that calls Usher. */
export interface Invocation {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly usher: UsherClient
  /** Whether to write answers as JSON. */
  readonly isJson: boolean
  /** Writes an answer: unchanged as JSON, or as `text` makes it. */
  show<Answer>(answer: Answer, text: (answer: Answer) => string): void
  /** Writes what was done, where there is no answer to show. */
  say(text: string): void
  /** Writes a list that is whole. */
  showList<Row>(list: Pick<Page<Row>, 'data'>, columns: readonly Column<Row>[]): void
  /** Writes a page of a list. */
  showPage<Row>(page: Page<Row>, columns: readonly Column<Row>[]): void
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly next_cursor: string | null
}

/** Starts a run. @throws Failure without a credential or an address */
export async function startInvocation(command: Command, terminal: Terminal): Promise<Invocation> {
  const options = command.optsWithGlobals<CommonOptions>()
  const settings = await readSettings(options, terminal)
  const usher = createUsherClient({
    baseUrl: settings.url,
    ...settings.credential,
    ...(options.clock !== undefined && { fetch: fetchWithClock(options.clock) }),
  })
  const isJson = options.json === true
  const show = <Answer>(answer: Answer, text: (answer: Answer) => string) =>
    terminal.out(isJson ? `${JSON.stringify(answer, null, 2)}\n` : text(answer))
  return {
    terminal,
    settings,
    usher,
    isJson,
    show,
    say: (text) => terminal.err(`${text}\n`),
    showList: (list, columns) => show(list, ({ data }) => table(data, columns)),
    showPage(page, columns) {
      show(page, ({ data }) => table(data, columns))
      if (!isJson && page.next_cursor !== null) terminal.err(`There are more: --cursor ${page.next_cursor}\n`)
    },
  }
}

/** Has each request work with the data of a test clock. */
const fetchWithClock =
  (clock: string): typeof fetch =>
  (...given) => {
    const request = new Request(...given)
    request.headers.set('usher-test-clock', clock)
    return fetch(request)
  }

/** Gives a command what it does with its arguments and options. */
export function runs<Arguments extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (invocation: Invocation, ...given: Arguments) => Promise<void>,
): void {
  command.action(async (...given: unknown[]) => {
    // Commander adds the command itself to arguments and options.
    await work(await startInvocation(command, terminal), ...(given.slice(0, -1) as unknown as Arguments))
  })
}

/** Like `runs`, for what API keys do not open. */
export function runsWithToken<Arguments extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (invocation: Invocation, ...given: Arguments) => Promise<void>,
): void {
  runs<Arguments>(command, terminal, async (invocation, ...given) => {
    requireToken(invocation.settings)
    await work(invocation, ...given)
  })
}
