import { t } from '@lingui/core/macro'
import { Table } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'

/** The settings of a queue, read-only. */
export function OverviewCard({ queue }: { queue: Schemas['Queue'] }) {
  const rows: [string, string | number][] = [
    ['Status', queue.status === 'paused' ? 'Paused' : 'Open'],
    ['Minutes per party', queue.service_minutes],
    ['Parties served at once', queue.servers],
    ['Parties', `${queue.min_party_size} to ${queue.max_party_size} people`],
    ['Maximum guests', queue.capacity ?? 'No limit'],
    ['No-show after', queue.no_show_after_minutes ? `${queue.no_show_after_minutes} minutes` : 'Never'],
    ['Self-service joining', queue.public_join ? 'Yes' : 'No'],
    ['Opening hours', queue.opening_hours ? 'Set' : 'Always open'],
    ['Time zone', queue.timezone],
  ]
  return (
    <Card title={t`Current settings`} description={t`A manager of your organisation can change it.`}>
      <Table variant="vertical">
        <Table.Tbody>
          {rows.map(([name, value]) => (
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
