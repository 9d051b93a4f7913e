import { Button, Group, TagsInput, Text } from '@mantine/core'

interface Props {
  readonly standard: readonly string[]
  readonly own: readonly string[]
  readonly isCustom: boolean
  readonly onInsert: (name: string) => void
  readonly onChange: (own: string[]) => void
}

/** What the text may tell; a click puts it at the end. Only what is sent by hand has further ones. */
export function VariableList({ standard, own, isCustom, onInsert, onChange }: Props) {
  return (
    <>
      <Text size="sm" fw={500}>
        Insert a variable
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
          label="Custom variables"
          description="You give their values when you send the message"
          value={[...own]}
          onChange={onChange}
        />
      )}
    </>
  )
}
