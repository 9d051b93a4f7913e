import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RequestCard } from './request-card.tsx'
import { RequestDialog } from './request-dialog.tsx'

const POLL_MS = 2_000

const requestsQuery = queryOptions({
  queryKey: ['privacy-requests'],
  // Poll while a request is in progress.
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? POLL_MS : false),
  queryFn: () => api.all('/account/privacy-requests'),
})

/** Exports and erasures of personal data. */
export function Page() {
  const { data: all, refetch } = useSuspenseQuery(requestsQuery)
  const [isAsking, setAsking] = useState(false)
  const ask = (
    <Button onClick={() => setAsking(true)}>
      <Trans>Export or erase</Trans>
    </Button>
  )
  const isEmpty = all.length === 0
  return (
    <Stack gap="lg" maw={900}>
      <PageHeader
        title={t`Privacy`}
        description={t`Export or erase what you keep about a person.`}
        actions={!isEmpty && ask}
      />
      {all.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t`No requests yet`} action={ask}>
          <Trans>
            When a guest asks for a copy of their data or to have it erased, this does it in every part of
            Usher.
          </Trans>
        </EmptyState>
      ) : (
        all.map((request) => <RequestCard key={request.id} request={request} />)
      )}
      <RequestDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onAsked={async () => {
          await refetch()
        }}
      />
    </Stack>
  )
}
