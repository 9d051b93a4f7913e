import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import type { EditForm } from './use-edit-form.ts'

/** The end of every form of settings: its Save button, and whether its entries are saved. */
export function SaveRow({
  of: { isSending, isChanged },
}: {
  of: Pick<EditForm<never>, 'isSending' | 'isChanged'>
}) {
  return (
    <Group gap="sm">
      <Button type="submit" loading={isSending}>{t`Save`}</Button>
      <Text
        role="status"
        size="sm"
        fw={isChanged ? 600 : undefined}
        c={isChanged ? 'var(--usher-warn-text)' : 'dimmed'}
      >
        {isChanged ? t`Unsaved changes` : t`No unsaved changes`}
      </Text>
    </Group>
  )
}
