import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { notifyDone, notifyError } from '../ui/notify.ts'
import { Form } from './form.tsx'

interface Props {
  /** By `useEditForm`. */
  readonly of: ComponentProps<typeof Form>['of']
  /** If false, the fields are read-only. */
  readonly canWrite: boolean
  /** undefined for a new entry. */
  readonly archive: ArchiveButtonProps | undefined
  readonly children: ReactNode
}

/** The form of an entry, with its Save button and the button that archives the entry. */
export function EntryForm({ of: form, canWrite, archive, children }: Props) {
  return (
    <Form of={form}>
      {!canWrite && <Text c="dimmed">{t`Your role can view this but not change it.`}</Text>}
      <Fieldset variant="unstyled" disabled={!canWrite}>
        <Stack>{children}</Stack>
      </Fieldset>
      {canWrite && <Button type="submit" loading={form.isSending}>{t`Save`}</Button>}
      {canWrite && archive && <ArchiveButton {...archive} />}
    </Form>
  )
}

interface ArchiveButtonProps {
  readonly what: string
  /** The consequence. */
  readonly warning: string
  readonly archive: () => Promise<unknown>
  readonly onDone: () => Promise<void>
}

/** Archives something after confirmation. */
function ArchiveButton({ what, warning, archive, onDone }: ArchiveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const mutation = useMutation({
    mutationFn: archive,
    onSuccess() {
      notifyDone(t`${what} archived`)
      return onDone()
    },
    onError: notifyError,
  })
  if (!isAsking)
    return <Button variant="outline" color="red" onClick={() => setAsking(true)}>{t`Archive`}</Button>
  return (
    <Stack gap="xs" role="group" aria-label={t`Archive`}>
      <Text>{warning}</Text>
      <Group grow>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>{t`Keep it`}</Button>
        <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
          <Trans>Archive it now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
