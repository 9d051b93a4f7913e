import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyDone, notifyError } from './notify.ts'

interface Props {
  readonly what: string
  /** The consequence. */
  readonly warning: string
  readonly archive: () => Promise<unknown>
  readonly onDone: () => void
}

/** Archives something after confirmation. */
export function ArchiveButton({ what, warning, archive, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const mutation = useMutation({
    mutationFn: archive,
    onSuccess() {
      notifyDone(t`${what} archived`)
      onDone()
    },
    onError: notifyError,
  })
  if (!isAsking)
    return (
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        <Trans>Archive</Trans>
      </Button>
    )
  return (
    <Stack gap="xs" role="group" aria-label={t`Archive`}>
      <Text>{warning}</Text>
      <Group grow>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          <Trans>Keep it</Trans>
        </Button>
        <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
          <Trans>Archive it now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
