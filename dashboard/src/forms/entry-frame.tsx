import { Button, Fieldset, Stack, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ArchiveButton } from '../ui/archive-button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import type { ApiForm } from './use-api-form.ts'

interface Props extends Pick<ApiForm<object>, 'onSubmit' | 'problem' | 'isSending'> {
  /** Otherwise the fields are shown and cannot be changed. */
  readonly canWrite: boolean
  /** undefined: there is nothing to archive yet. */
  readonly archive: ComponentProps<typeof ArchiveButton> | undefined
  /** What somebody else has changed meanwhile. */
  readonly clash?: ReactNode
  readonly children: ReactNode
}

/** The form of something that is created, changed and archived, around its fields. */
export function EntryFrame({ onSubmit, problem, isSending, canWrite, archive, clash, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        {clash}
        {!canWrite && <Text c="dimmed">Your role can view this but not change it.</Text>}
        <Fieldset variant="unstyled" disabled={!canWrite}>
          <Stack>{children}</Stack>
        </Fieldset>
        {canWrite && (
          <Button type="submit" loading={isSending}>
            Save
          </Button>
        )}
        {canWrite && archive && <ArchiveButton {...archive} />}
      </Stack>
    </form>
  )
}
