import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Stack, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ArchiveButton } from '../ui/archive-button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
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
        {!canWrite && (
          <Text c="dimmed">
            <Trans>Your role can view this but not change it.</Trans>
          </Text>
        )}
        <Fieldset variant="unstyled" disabled={!canWrite}>
          <Stack>{children}</Stack>
        </Fieldset>
        {canWrite && (
          <Button type="submit" loading={isSending}>
            <Trans>Save</Trans>
          </Button>
        )}
        {canWrite && archive && <ArchiveButton {...archive} />}
      </Stack>
    </form>
  )
}
