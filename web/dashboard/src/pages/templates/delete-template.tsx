import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { templatesQuery } from './queries.ts'

/** Asks for confirmation in place. */
export function DeleteTemplate({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [isSure, setIsSure] = useState(false)
  const deletion = useMutation({
    mutationFn: () => api.delete('/v1/notifications/templates/{id}', { params: { path: { id } } }),
    async onSuccess() {
      await queryClient.invalidateQueries(templatesQuery)
      notifyDone(t`Template deleted. The built-in one applies again, if there is one.`)
      onDone()
    },
    onError: notifyError,
  })
  return (
    <Button
      color="red"
      variant="outline"
      loading={deletion.isPending}
      onClick={() => (isSure ? deletion.mutate() : setIsSure(true))}
    >
      {isSure ? t`Confirm deletion` : t`Delete`}
    </Button>
  )
}
