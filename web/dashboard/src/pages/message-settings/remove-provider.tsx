import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { providersQuery } from './queries.ts'

/** Asks for confirmation in place. */
export function RemoveProvider({ provider }: { provider: Schemas['MessageProvider'] }) {
  const queryClient = useQueryClient()
  const [isSure, setIsSure] = useState(false)
  const removal = useMutation({
    mutationFn: () =>
      api.delete('/account/message-providers/{id}', { params: { path: { id: provider.id } } }),
    onSuccess() {
      notifyDone(t`${{ name: provider.name }} removed.`)
      return queryClient.invalidateQueries(providersQuery)
    },
    onError: notifyError,
  })
  return (
    <Button
      color="red"
      variant={isSure ? 'filled' : 'outline'}
      loading={removal.isPending}
      aria-label={
        isSure ? t`Confirm: remove ${{ name: provider.name }}` : t`Remove ${{ name: provider.name }}`
      }
      onClick={() => (isSure ? removal.mutate() : setIsSure(true))}
    >
      {isSure ? t({ message: 'Confirm', context: 'removing' }) : t`Remove`}
    </Button>
  )
}
