import { plural, t } from '@lingui/core/macro'
import { Table } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'

/** The settings of a queue, read-only. */
export function OverviewCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card title={t`Current settings`} description={t`A manager of your organisation can change it.`}>
      <Table variant="vertical">
        <Table.Tbody>
          {rowsOf(queue).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={200}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function rowsOf(queue: Schemas['Queue']): [string, string | number][] {
  const { min_party_size: min, max_party_size: max, no_show_after_minutes: minutes } = queue
  return [
    [t`Status`, statusOf(queue)],
    [t`Minutes per party`, queue.service_minutes],
    [t`Parties served at once`, queue.servers],
    [t`Parties`, t`${min} to ${max} people`],
    [t`Maximum guests`, queue.capacity ?? t`No limit`],
    [
      t`No-show after`,
      minutes
        ? plural(minutes, { one: '# minute', other: '# minutes' })
        : t({ message: 'Never', context: 'no-show after' }),
    ],
    [t`Self-service joining`, queue.public_join ? t`Yes` : t`No`],
    [t`Guests read why they wait longer`, queue.explain_delays ? t`Yes` : t`No`],
    [
      t`Opening hours`,
      queue.opening_hours ? t({ message: 'Set', context: 'opening hours are set' }) : t`Always open`,
    ],
    [t`Time zone`, queue.timezone],
  ]
}

const statusOf = ({ status }: Schemas['Queue']): string =>
  status === 'paused'
    ? t({ message: 'Paused', context: 'the queue is paused' })
    : t({ message: 'Open', context: 'the queue is open' })
