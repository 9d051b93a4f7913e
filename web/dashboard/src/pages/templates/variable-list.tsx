import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, TagsInput, Text } from '@mantine/core'

interface Props {
  readonly standard: readonly string[]
  readonly own: readonly string[]
  readonly isCustom: boolean
  readonly onInsert: (name: string) => void
  readonly onChange: (own: string[]) => void
}

/** The variables of the text; a click appends one. Only custom messages can have variables of their own. */
export function VariableList({ standard, own, isCustom, onInsert, onChange }: Props) {
  return (
    <>
      <Text size="sm" fw={500}>
        <Trans>Insert a variable</Trans>
      </Text>
      <Group gap={6}>
        {[...standard, ...own].map((name) => (
          <Button key={name} variant="default" size="compact-sm" onClick={() => onInsert(name)}>
            {name}
          </Button>
        ))}
      </Group>
      {isCustom && (
        <TagsInput
          label={t`Custom variables`}
          description={t`You give their values when you send the message`}
          value={[...own]}
          onChange={onChange}
        />
      )}
    </>
  )
}
