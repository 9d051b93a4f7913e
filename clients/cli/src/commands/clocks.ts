import { setTimeout as delay } from 'node:timers/promises'
import type { components } from '@usher/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { facts } from '../output/facts.ts'
import type { Column } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { setAction } from './invocation.ts'
import { addPaging, type PagingOptions } from './options.ts'

type Clock = components['schemas']['TestClock']

/** How often to poll an advancing clock, in ms. */
const POLL_MS = 200

const COLUMNS: readonly Column<Clock>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['now', ({ now }) => now],
  ['status', ({ status }) => status],
]

const clockText = ({ id, name, now, status, advancing_to }: Clock): string =>
  facts({ id, name, now, status, 'advancing to': advancing_to })

/** `usher clock`: test clocks, which need a credential for test data. */
export function addClocks(program: Command, terminal: Terminal): void {
  const clocks = program.command('clock').description('Test clocks: time that passes when you advance it')
  addReading(clocks, terminal)
  addChanging(clocks, terminal)
}

function addReading(clocks: Command, terminal: Terminal): void {
  const list = addPaging(clocks.command('list').description('List test clocks'))
  setAction<[PagingOptions]>(list, terminal, async ({ usher, showPage }, query) => {
    showPage((await usher.GET('/v1/test/clocks', { params: { query } })).data, COLUMNS)
  })
  const get = clocks.command('get <clock>').description('Show a test clock')
  setAction<[string]>(get, terminal, async ({ usher, show }, id) => {
    show((await usher.GET('/v1/test/clocks/{id}', { params: { path: { id } } })).data, clockText)
  })
}

function addChanging(clocks: Command, terminal: Terminal): void {
  const create = clocks
    .command('create')
    .description('Create a test clock, to pass to queues, guests and bookings as --clock')
    .option('--name <name>', 'a name for yourself')
    .option('--now <time>', 'time at which it starts (default: the real time)', instant)
  setAction<[{ name?: string; now?: string }]>(create, terminal, async ({ usher, show }, body) => {
    show((await usher.POST('/v1/test/clocks', { body: { name: null, ...body } })).data, clockText)
  })
  const advance = clocks
    .command('advance <clock>')
    .description('Let time pass, with all that is due by then')
    .requiredOption('--to <time>', 'time at which it stops, such as 2026-12-24T18:00:00Z', instant)
  setAction<[string, { to: string }]>(advance, terminal, async ({ usher, show }, id, body) => {
    const params = { path: { id } }
    let { data } = await usher.POST('/v1/test/clocks/{id}/advance', { params, body })
    while (data.status === 'advancing') {
      await delay(POLL_MS)
      data = (await usher.GET('/v1/test/clocks/{id}', { params })).data
    }
    show(data, clockText)
  })
  const remove = clocks.command('delete <clock>').description('Delete a test clock with all of its data')
  setAction<[string]>(remove, terminal, async ({ usher, say }, id) => {
    await usher.DELETE('/v1/test/clocks/{id}', { params: { path: { id } } })
    say(`Deleted ${id}`)
  })
}

/** @throws InvalidArgumentError */
function instant(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2026-12-24T18:00:00Z.')
  return time.toISOString()
}
