import type { components } from '@usher/sdk'
import type { Command } from 'commander'
import { facts } from '../output/facts.ts'
import type { Column } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { setAction } from './invocation.ts'
import { addPaging, type PagingOptions, wholeNumber } from './options.ts'

type Guest = Pick<
  components['schemas']['Guest'],
  'id' | 'name' | 'status' | 'party_size' | 'position' | 'estimated_wait' | 'phone'
>

const COLUMNS: readonly Column<Guest>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['party', ({ party_size }) => party_size],
  ['status', ({ status }) => status],
  ['place', ({ position }) => position],
  ['wait in min', ({ estimated_wait }) => estimated_wait],
]

/** A guest for people to read. */
export const guestText = ({ id, name, status, party_size, position, estimated_wait, phone }: Guest): string =>
  facts({ id, name, status, party: party_size, place: position, 'wait in min': estimated_wait, phone })

/** `usher guests`. */
export function addGuests(program: Command, terminal: Terminal): void {
  const guests = program.command('guests').description('Guests in queues')
  addReading(guests, terminal)
  addAdding(guests, terminal)
  addCalling(guests, terminal)
  addChanging(guests, terminal)
}

interface ListOptions extends PagingOptions {
  readonly status?: string
}

function addReading(guests: Command, terminal: Terminal): void {
  const list = addPaging(
    guests.command('list <queue>').description('List the guests of a queue, in the order of the line'),
  )
  list.option('--status <statuses>', 'only guests with these, such as waiting,notified')
  setAction<[string, ListOptions]>(list, terminal, async ({ usher, showPage }, id, query) => {
    const params = { path: { id }, query }
    showPage((await usher.GET('/v1/queues/{id}/guests', { params })).data, COLUMNS)
  })
  const get = guests.command('get <guest>').description('Show a guest')
  setAction<[string]>(get, terminal, async ({ usher, show }, id) => {
    show((await usher.GET('/v1/guests/{id}', { params: { path: { id } } })).data, guestText)
  })
}

interface AddOptions {
  readonly name: string
  readonly partySize?: number
  readonly phone?: string
  readonly notes?: string
}

function addAdding(guests: Command, terminal: Terminal): void {
  const add = guests
    .command('add <queue>')
    .description('Add a guest to the end of a queue')
    .requiredOption('--name <name>', 'name of the party')
    .option('--party-size <number>', 'how many people', wholeNumber)
    .option('--phone <number>', 'with its country code, such as +14155552671')
    .option('--notes <text>', 'for staff')
  setAction<[string, AddOptions]>(add, terminal, async ({ usher, show }, id, { partySize, ...given }) => {
    const body = { ...given, ...(partySize !== undefined && { party_size: partySize }) }
    show((await usher.POST('/v1/queues/{id}/guests', { params: { path: { id } }, body })).data, guestText)
  })
}

function addCalling(guests: Command, terminal: Terminal): void {
  const call = guests
    .command('call <guest>')
    .description('Tell a guest that it is their turn')
    .option('--text <text>', 'sent instead of the usual text')
    .option('--desk <name>', 'where the guest is to go, such as "Counter 3"')
  setAction<[string, { text?: string; desk?: string }]>(call, terminal, async ({ usher, show }, id, body) => {
    show((await usher.POST('/v1/guests/{id}/notify', { params: { path: { id } }, body })).data, guestText)
  })
}

function addChanging(guests: Command, terminal: Terminal): void {
  const seat = guests.command('seat <guest>').description('Mark a guest as seated')
  setAction<[string]>(seat, terminal, async ({ usher, show }, id) => {
    show((await usher.POST('/v1/guests/{id}/seat', { params: { path: { id } } })).data, guestText)
  })
  const noShow = guests.command('no-show <guest>').description('Mark a guest as no-show')
  setAction<[string]>(noShow, terminal, async ({ usher, show }, id) => {
    show((await usher.POST('/v1/guests/{id}/no-show', { params: { path: { id } } })).data, guestText)
  })
  const move = guests
    .command('move <guest>')
    .description('Move a guest to another place in the line')
    .requiredOption('--to <place>', '1 is next', wholeNumber)
  setAction<[string, { to: number }]>(move, terminal, async ({ usher, show }, id, { to }) => {
    const body = { position: to }
    show((await usher.POST('/v1/guests/{id}/move', { params: { path: { id } }, body })).data, guestText)
  })
  const remove = guests.command('remove <guest>').description('Remove a guest from the queue')
  setAction<[string]>(remove, terminal, async ({ usher, say }, id) => {
    await usher.DELETE('/v1/guests/{id}', { params: { path: { id } } })
    say(`Removed ${id}`)
  })
}
