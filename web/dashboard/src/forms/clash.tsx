import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { UsersRound } from 'lucide-react'
import { FormAlert } from '../ui/form-problem.tsx'
import { fieldLabel } from './field-label.ts'

/** What somebody else changed meanwhile. */
export interface ShownClash {
  /** The fields that both changed. */
  readonly names: readonly string[]
  /** The current values, by the names of the API's fields. */
  readonly theirs: ReadonlyMap<string, unknown>
  /** Sends the form again; other changes by others are kept. */
  readonly keepMine: () => void
  /** Shows the current version in the form. */
  readonly takeTheirs: () => void
}

/** Shows which fields somebody else changed in the meantime, and asks which version to keep. */
export function Clash({ names, theirs, keepMine, takeTheirs }: ShownClash) {
  return (
    <FormAlert
      color="yellow"
      icon={<UsersRound aria-hidden />}
      title={t`Somebody else changed this in the meantime`}
    >
      <Stack gap="sm">
        <List>
          {names.map((name) => (
            <List.Item key={name}>{wordsOf(name, theirs.get(name))}</List.Item>
          ))}
        </List>
        <Text size="sm">{t`Your changes are still below but not saved.`}</Text>
        <Group>
          <Button onClick={keepMine}>
            <Trans>Save mine instead</Trans>
          </Button>
          <Button variant="default" onClick={takeTheirs}>
            <Trans>Take theirs</Trans>
          </Button>
        </Group>
      </Stack>
    </FormAlert>
  )
}

/** A field's label, with its value if that is a word or a number. */
function wordsOf(name: string, value: unknown): string {
  const label = fieldLabel(name)
  if (value === null || value === '') return t`${label} is now empty`
  return typeof value === 'string' || typeof value === 'number'
    ? t`${label} is now ${{ value: String(value) }}`
    : t`${label} has changed`
}
