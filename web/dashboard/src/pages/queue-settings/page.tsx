import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BasicsCard } from './basics-card.tsx'
import { BookingsCard, useHasBookings } from './bookings-card.tsx'
import { ClassesCard } from './classes-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { FieldsCard } from './fields-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { JoinCard } from './join-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { OverviewCard } from './overview-card.tsx'
import styles from './section-navigation.module.css'
import { SectionNavigation } from './section-navigation.tsx'
import { StatusCard } from './status-card.tsx'

/** The settings of a queue, one card with its own Save button per topic. */
export function Page() {
  const { id = '' } = useParams()
  const { data: queue } = useSuspenseQuery(queueQuery(id))
  return <Settings key={queue.id} queue={queue} />
}

const SECTIONS = [
  { id: 'status', label: msg`Open or paused`, Card: StatusCard },
  { id: 'details', label: msg`Queue details`, Card: BasicsCard },
  { id: 'joining', label: msg`Self-service joining`, Card: JoinCard },
  { id: 'hours', label: msg`Opening hours`, Card: HoursCard },
  { id: 'messages', label: msg`Messages`, Card: MessagesCard },
  { id: 'bookings', label: msg`Bookings in the line`, Card: BookingsCard },
  { id: 'classes', label: msg`Priority classes`, Card: ClassesCard },
  { id: 'fields', label: msg`Custom fields`, Card: FieldsCard },
  { id: 'delete', label: msg`Delete the queue`, Card: DeleteCard },
] as const

function Settings({ queue }: { queue: Schemas['Queue'] }) {
  const mayWrite = useCan('queues:write')
  const hasBookings = useHasBookings()
  const sections = useMemo(() => SECTIONS.filter(({ id }) => id !== 'bookings' || hasBookings), [hasBookings])
  return (
    <Stack gap="lg" maw={mayWrite ? '65.25rem' : 820}>
      <PageHeader
        title={t`Settings of ${{ queue: queue.name }}`}
        actions={
          <Anchor href={`/queues/${queue.id}`}>
            <Trans>Back to queue</Trans>
          </Anchor>
        }
      />
      {mayWrite ? (
        <div className={styles.layout}>
          <SectionNavigation sections={sections} />
          <Stack gap="lg" maw={820} miw={0}>
            {sections.map(({ id, Card }) => (
              <div key={id} id={id} className={styles.section}>
                <Card queue={queue} />
              </div>
            ))}
          </Stack>
        </div>
      ) : (
        <OverviewCard queue={queue} />
      )}
    </Stack>
  )
}
