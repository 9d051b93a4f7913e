import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor as ExternalAnchor, Paper, Stack, Stepper } from '@mantine/core'
import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FirstGuest } from './first-guest.tsx'
import { FirstQueue } from './first-queue.tsx'

/** From nothing to the first guest in the first queue: two short forms. */
export function FirstSteps({ onBegin }: { onBegin: () => void }) {
  const { member } = useMe()
  const [queue, setQueue] = useState<Schemas['Queue']>()
  const [guest, setGuest] = useState<Schemas['AddedGuest']>()
  const begin = (created: Schemas['Queue']) => {
    onBegin()
    setQueue(created)
  }
  return (
    <Stack maw={640} mx="auto">
      <PageHeader
        title={t`Welcome, ${{ name: member.name }}`}
        description={t`Two steps to your first queue with its first guest.`}
      />
      <Stepper active={guest ? 2 : queue ? 1 : 0} size="sm" aria-label={t`Steps`}>
        <Stepper.Step label={t`Your queue`} />
        <Stepper.Step label={t`Your first guest`} />
      </Stepper>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--usher-surface)">
        {!queue && <FirstQueue onDone={begin} />}
        {queue && !guest && <FirstGuest queue={queue} onDone={setGuest} />}
        {queue && guest && <Done queue={queue} guest={guest} />}
      </Paper>
    </Stack>
  )
}

interface DoneProps {
  readonly queue: Schemas['Queue']
  readonly guest: Schemas['AddedGuest']
}

function Done({ queue, guest: { name, position, estimated_wait, status_url } }: DoneProps) {
  return (
    <EmptyState
      icon={PartyPopper}
      title={t`${{ guest: name }} is number ${{ position: position ?? 1 }} in ${{ queue: queue.name }}`}
      action={
        <Stack gap="xs">
          <Anchor href={`/queues/${queue.id}`}>{t`Open the queue`}</Anchor>
          <ExternalAnchor href={status_url} target="_blank" rel="noreferrer" underline="always">
            <Trans>View the guest's page</Trans>
          </ExternalAnchor>
        </Stack>
      }
    >
      {plural(estimated_wait ?? 0, {
        one: 'The estimated wait is # minute. It improves as your queue is used.',
        other: 'The estimated wait is # minutes. It improves as your queue is used.',
      })}
    </EmptyState>
  )
}
