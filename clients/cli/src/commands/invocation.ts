import { Usher, type UsherClient } from '@usher/sdk'
import type { Command } from 'commander'
import { type CommonOptions, readSettings, requireToken, type Settings } from '../connection/settings.ts'
import { untilStopped } from '../connection/until-stopped.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import { type Column, table } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** One run of a command that calls Usher. */
export interface Invocation {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly usher: UsherClient
  /** The streams of events. */
  readonly events: Usher['events']
  /** The time of the test clock of `--clock`; without it the real time. */
  now(): Promise<Date>
  /** Whether to write answers as JSON. */
  readonly isJson: boolean
  /** Writes an answer: unchanged with `--json`, else as `text` formats it. */
  show<Answer>(answer: Answer, text: (answer: Answer) => string): void
  /** Writes what was done, for answers without a body. */
  say(text: string): void
  /** Writes a complete list. */
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
  const { fetch, wait } = untilStopped(terminal)
  const { client: usher, events } = new Usher({
    baseUrl: settings.url,
    ...settings.credential,
    wait,
    fetch: options.clock === undefined ? fetch : withClock(options.clock, fetch),
  })
  const isJson = options.json === true
  const show = <Answer>(answer: Answer, text: (answer: Answer) => string) =>
    terminal.out(isJson ? `${jsonText(answer, 2)}\n` : text(answer))
  return {
    terminal,
    settings,
    usher,
    events,
    now: () => timeOf(options.clock, usher),
    isJson,
    show,
    say: (text) => terminal.err(`${plain(text)}\n`),
    showList: (list, columns) => show(list, ({ data }) => table(data, columns)),
    showPage(page, columns) {
      show(page, ({ data }) => table(data, columns))
      if (!isJson && page.next_cursor !== null)
        terminal.err(`There are more: --cursor ${plain(page.next_cursor)}\n`)
    },
  }
}

async function timeOf(clock: string | undefined, usher: UsherClient): Promise<Date> {
  if (clock === undefined) return new Date()
  const { data } = await usher.GET('/v1/test/clocks/{id}', { params: { path: { id: clock } } })
  return new Date(data.now)
}

/** Names the test clock in each request. */
const withClock = (clock: string, send: (request: Request) => Promise<Response>) => (request: Request) => {
  request.headers.set('usher-test-clock', clock)
  return send(request)
}

/** Sets what a command does with its arguments and options. */
export function setAction<Arguments extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (invocation: Invocation, ...given: Arguments) => Promise<void>,
): void {
  command.action(async (...given: unknown[]) => {
    // Commander adds the command itself to arguments and options.
    await work(await startInvocation(command, terminal), ...(given.slice(0, -1) as unknown as Arguments))
  })
}

/** Like `setAction`, for commands that do not work with an API key. */
export function setActionWithToken<Arguments extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (invocation: Invocation, ...given: Arguments) => Promise<void>,
): void {
  setAction<Arguments>(command, terminal, async (invocation, ...given) => {
    requireToken(invocation.settings)
    await work(invocation, ...given)
  })
}
