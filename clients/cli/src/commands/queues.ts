import type { components } from '@usher/sdk'
import type { Command } from 'commander'
import { facts } from '../output/facts.ts'
import type { Column } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { guestText } from './guests.ts'
import { setAction } from './invocation.ts'
import { addPaging, type PagingOptions, wholeNumber } from './options.ts'

type Queue = components['schemas']['Queue']

const COLUMNS: readonly Column<Queue>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['waiting', ({ waiting_count }) => waiting_count],
  ['wait in min', ({ estimated_wait }) => estimated_wait],
]

const queueText = ({ id, name, status, waiting_count, estimated_wait, join_url }: Queue): string =>
  facts({ id, name, status, waiting: waiting_count, 'wait in min': estimated_wait, 'join page': join_url })

/** `usher queues`. */
export function addQueues(program: Command, terminal: Terminal): void {
  const queues = program.command('queues').description('Queues of your organisation')
  addReading(queues, terminal)
  addCreating(queues, terminal)
  addPausing(queues, terminal)
  addCalling(queues, terminal)
}

function addReading(queues: Command, terminal: Terminal): void {
  const list = addPaging(queues.command('list').description('List queues'))
  setAction<[PagingOptions]>(list, terminal, async ({ usher, showPage }, query) => {
    showPage((await usher.GET('/v1/queues', { params: { query } })).data, COLUMNS)
  })
  const get = queues.command('get <queue>').description('Show a queue')
  setAction<[string]>(get, terminal, async ({ usher, show }, id) => {
    show((await usher.GET('/v1/queues/{id}', { params: { path: { id } } })).data, queueText)
  })
}

interface CreateOptions {
  readonly name: string
  readonly servers?: number
  readonly serviceMinutes?: number
}

function addCreating(queues: Command, terminal: Terminal): void {
  const create = queues
    .command('create')
    .description('Create a queue')
    .requiredOption('--name <name>', 'shown to guests and staff')
    .option('--servers <number>', 'parties served at the same time', wholeNumber)
    .option('--service-minutes <number>', 'minutes that one party takes', wholeNumber)
  setAction<[CreateOptions]>(create, terminal, async ({ usher, show }, { name, servers, serviceMinutes }) => {
    const body = {
      name,
      ...(servers !== undefined && { servers }),
      ...(serviceMinutes !== undefined && { service_minutes: serviceMinutes }),
    }
    show((await usher.POST('/v1/queues', { body })).data, queueText)
  })
  const remove = queues
    .command('delete <queue>')
    .description('Delete a queue')
    .option('--remove-guests', 'remove the guests who still wait, too')
  setAction<[string, { removeGuests?: true }]>(remove, terminal, async (invocation, id, { removeGuests }) => {
    const query = { remove_guests: removeGuests ? 'true' : 'false' } as const
    await invocation.usher.DELETE('/v1/queues/{id}', { params: { path: { id }, query } })
    invocation.say(`Deleted ${id}`)
  })
}

function addPausing(queues: Command, terminal: Terminal): void {
  const pause = queues
    .command('pause <queue>')
    .description('Pause a queue: nobody can join until it is resumed')
    .option('--reason <text>', 'shown to guests')
  setAction<[string, { reason?: string }]>(pause, terminal, async ({ usher, show }, id, body) => {
    show((await usher.POST('/v1/queues/{id}/pause', { params: { path: { id } }, body })).data, queueText)
  })
  const resume = queues.command('resume <queue>').description('Resume a paused queue')
  setAction<[string]>(resume, terminal, async ({ usher, show }, id) => {
    show((await usher.POST('/v1/queues/{id}/resume', { params: { path: { id } } })).data, queueText)
  })
}

function addCalling(queues: Command, terminal: Terminal): void {
  const call = queues
    .command('call-next <queue>')
    .description('Call the guest whose turn it is')
    .option('--desk <name>', 'where the guest is to go, such as "Counter 3"')
  setAction<[string, { desk?: string }]>(call, terminal, async ({ usher, show }, id, body) => {
    const { data } = await usher.POST('/v1/queues/{id}/call-next', { params: { path: { id } }, body })
    show(data, guestText)
  })
}
