import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loaded } from '../../ui/states.tsx'
import { BasicsCard } from './basics-card.tsx'
import { ClassesCard } from './classes-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { FieldsCard } from './fields-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { JoinCard } from './join-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { OverviewCard } from './overview-card.tsx'
import { StatusCard } from './status-card.tsx'

/** The settings of a queue, one card with its own Save button per topic. */
export function Page() {
  const { id = '' } = useParams()
  const queue = useQuery(queueQuery(id))
  return <Loaded query={queue}>{(known) => <Settings key={known.id} queue={known} />}</Loaded>
}

function Settings({ queue }: { queue: Schemas['Queue'] }) {
  const mayWrite = useCan('queues:write')
  return (
    <Stack maw={820} gap="lg">
      <PageHeader
        title={`Settings of ${queue.name}`}
        actions={<Anchor href={`/queues/${queue.id}`}>Back to queue</Anchor>}
      />
      {mayWrite ? (
        <>
          <StatusCard queue={queue} />
          <BasicsCard queue={queue} />
          <JoinCard queue={queue} />
          <HoursCard queue={queue} />
          <MessagesCard queue={queue} />
          <ClassesCard queue={queue} />
          <FieldsCard queue={queue} />
          <DeleteCard queue={queue} />
        </>
      ) : (
        <OverviewCard queue={queue} />
      )}
    </Stack>
  )
}
