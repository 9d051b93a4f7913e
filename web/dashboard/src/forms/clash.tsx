import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { UsersRound } from 'lucide-react'
import { FormAlert } from '../ui/form-problem.tsx'
import { fieldLabel } from './field-label.ts'
import type { Overwriting } from './use-save-over.ts'

export interface Clashing<Resource> {
  /** By `useSaveOver`; undefined: the form creates something. */
  readonly over?: Pick<Overwriting<Resource, never>, 'clash' | 'keepMine' | 'takeTheirs'> | undefined
  /** Shows in the form what somebody else has saved. */
  readonly fill?: (now: Resource) => void
}

interface Props<Resource> extends Clashing<Resource> {
  /** Sends the form again. */
  readonly onKeepMine: () => void
}

/** Shows which fields somebody else changed in the meantime, and asks which version to keep. */
export function Clash<Resource>({ over, fill, onKeepMine }: Props<Resource>) {
  if (!over?.clash) return null
  const { names, now, theirs } = over.clash
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
              fill?.(now)
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
