import { t } from '@lingui/core/macro'
import { Checkbox, SimpleGrid } from '@mantine/core'
import { useMe } from '../api/session.ts'
import { API_SCOPES, scopeText } from './words.ts'

interface Props {
  readonly value?: string[]
  readonly onChange?: (value: string[]) => void
  readonly error?: string
}

/** Picks scopes from the member's own: nobody can grant more than they have. */
export function ScopePicker({ value, onChange, error }: Props) {
  const own: readonly string[] = useMe().scopes
  return (
    <Checkbox.Group
      label={t`Scopes`}
      description={t`As few as it needs`}
      value={value}
      onChange={onChange}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} pt="xs" spacing="sm">
        {API_SCOPES.filter((scope) => own.includes(scope)).map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={scopeText(scope)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
