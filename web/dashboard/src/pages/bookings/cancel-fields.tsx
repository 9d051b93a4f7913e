import { t } from '@lingui/core/macro'
import { Button, Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useApiForm } from '../../forms/use-api-form.ts'

interface Props {
  readonly fields: ReturnType<typeof useApiForm<{ reason: string }, unknown>>['fields']
  readonly isSending: boolean
  readonly isDisabled?: boolean
  readonly onKeep: () => void
  /** Words of the two buttons. */
  readonly keep: ReactNode
  readonly cancel: ReactNode
}

/** Asks why something is cancelled, and whether it is. */
export function CancelFields({ fields, isSending, isDisabled = false, onKeep, keep, cancel }: Props) {
  return (
    <>
      <TextInput
        key={fields.key('reason')}
        label={t`Reason`}
        description={t`Optional`}
        maxLength={200}
        autoFocus
        {...fields.getInputProps('reason')}
      />
      <Group grow>
        <Button variant="default" onClick={onKeep}>
          {keep}
        </Button>
        <Button type="submit" color="red" loading={isSending} disabled={isDisabled}>
          {cancel}
        </Button>
      </Group>
    </>
  )
}
