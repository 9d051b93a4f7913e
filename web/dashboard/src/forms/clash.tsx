import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { UsersRound } from 'lucide-react'
import { FormAlert } from '../ui/form-problem.tsx'
import { fieldLabel } from './field-label.ts'
import type { Overwriting } from './use-save-over.ts'

interface Props<Resource, Body> {
  readonly over: Pick<Overwriting<Resource, Body>, 'clash' | 'keepMine' | 'takeTheirs'>
  /** Maps the resource to the form's body, with the API's field names. */
  readonly bodyOf: (resource: Resource) => Body
  /** Sends the form again. */
  readonly onKeepMine: () => void
  /** Fills the form with the current values. */
  readonly onTakeTheirs: (now: Resource) => void
}

/** Shows which fields somebody else changed in the meantime, and asks which version to keep. */
export function Clash<Resource, Body extends object>(props: Props<Resource, Body>) {
  const { over, bodyOf, onKeepMine, onTakeTheirs } = props
  if (!over.clash) return null
  const { names, now } = over.clash
  const theirs = new Map(Object.entries(bodyOf(now)))
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
          <Button
            onClick={() => {
              over.keepMine()
              onKeepMine()
            }}
          >
            <Trans>Save mine instead</Trans>
          </Button>
          <Button
            variant="default"
            onClick={() => {
              over.takeTheirs()
              onTakeTheirs(now)
            }}
          >
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
