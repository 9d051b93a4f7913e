import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { FormProblem } from '../ui/form-problem.tsx'
import { notifyDone, notifyError } from '../ui/notify.ts'
import type { ApiForm } from './use-api-form.ts'

interface Props extends Pick<ApiForm<object>, 'onSubmit' | 'problem' | 'isSending'> {
  /** If false, the fields are read-only. */
  readonly canWrite: boolean
  /** undefined for a new entry. */
  readonly archive: ComponentProps<typeof ArchiveButton> | undefined
  /** The conflict notice, if somebody else changed the entry. */
  readonly clash?: ReactNode
  readonly children: ReactNode
}

/** The frame of a form that creates, edits and archives an entry. */
export function EntryFrame({ onSubmit, problem, isSending, canWrite, archive, clash, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        {clash}
        {!canWrite && <Text c="dimmed">{t`Your role can view this but not change it.`}</Text>}
        <Fieldset variant="unstyled" disabled={!canWrite}>
          <Stack>{children}</Stack>
        </Fieldset>
        {canWrite && <Button type="submit" loading={isSending}>{t`Save`}</Button>}
        {canWrite && archive && <ArchiveButton {...archive} />}
      </Stack>
    </form>
  )
}

interface ArchiveButtonProps {
  readonly what: string
  /** The consequence. */
  readonly warning: string
  readonly archive: () => Promise<unknown>
  readonly onDone: () => void
}

/** Archives something after confirmation. */
function ArchiveButton({ what, warning, archive, onDone }: ArchiveButtonProps) {
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
