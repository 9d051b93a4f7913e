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
      notifyDone(`${what} archived`)
      onDone()
    },
    onError: notifyError,
  })
  if (!isAsking)
    return (
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        Archive
      </Button>
    )
  return (
    <Stack gap="xs" role="group" aria-label="Archive">
      <Text>{warning}</Text>
      <Group grow>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Keep it
        </Button>
        <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
          Archive it now
        </Button>
      </Group>
    </Stack>
  )
}
