import type { Command } from 'commander'
import type { Column } from '../output/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { runs } from './invocation.ts'
import { addPaging, type PagingOptions } from './options.ts'

interface QueueRow {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly waiting_count: number
  readonly estimated_wait: number
}

const COLUMNS: readonly Column<QueueRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['waiting', ({ waiting_count }) => waiting_count],
  ['wait in min', ({ estimated_wait }) => estimated_wait],
]

/** `usher queues`. */
export function addQueues(program: Command, terminal: Terminal): void {
  const queues = program.command('queues').description('Queues of your organisation')
  const list = addPaging(queues.command('list').description('List queues'))
  runs<[PagingOptions]>(list, terminal, async ({ usher, showPage }, query) => {
    showPage((await usher.GET('/v1/queues', { params: { query } })).data, COLUMNS)
  })
}
