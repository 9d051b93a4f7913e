import { Table } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'

/** What is set, for those who may only see it. */
export function OverviewCard({ queue }: { queue: Schemas['Queue'] }) {
  const rows: [string, string | number][] = [
    ['Status', queue.status === 'paused' ? 'Paused' : 'Open'],
    ['Minutes per party', queue.service_minutes],
    ['At the same time', queue.servers],
    ['Parties', `${queue.min_party_size} to ${queue.max_party_size} people`],
    ['Most guests at once', queue.capacity ?? 'No limit'],
    ['No-show after', queue.no_show_after_minutes ? `${queue.no_show_after_minutes} minutes` : 'Never'],
    ['Guests join by themselves', queue.public_join ? 'Yes' : 'No'],
    ['Opening hours', queue.opening_hours ? 'Set' : 'Always open'],
    ['Time zone', queue.timezone],
  ]
  return (
    <Card title="What is set" description="A manager of your organisation can change it.">
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
