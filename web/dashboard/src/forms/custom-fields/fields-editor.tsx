import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { FieldEntry, FieldType } from './entries.ts'

const MAX = 20

interface Props {
  readonly entries: readonly FieldEntry[]
  readonly onChange: (entries: FieldEntry[]) => void
  /** Whether fields have a choice of being asked for on the join page. */
  readonly hasPublic: boolean
  /** Label of the button that adds a field. */
  readonly verb: string
  /** The error at a part of a field, such as `0/label`. */
  readonly errorAt: (path: string) => string | undefined
}

/** Edits a list of custom fields. */
export function FieldsEditor({ entries, onChange, hasPublic, verb, errorAt }: Props) {
  const added: FieldEntry = {
    key: undefined,
    label: '',
    type: 'text',
    required: false,
    options: '',
    public: hasPublic ? true : undefined,
  }
  return (
    <>
      {entries.map((entry, index) => (
        <FieldRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, as its label can change
          key={index}
          number={index + 1}
          entry={entry}
          onChange={(changed) => onChange(entries.with(index, changed))}
          onRemove={() => onChange(entries.toSpliced(index, 1))}
          errorAt={(part) => errorAt(`${index}/${part}`)}
        />
      ))}
      <Group>
        <Button
          variant="default"
          disabled={entries.length >= MAX}
          onClick={() => onChange([...entries, added])}
        >
          {verb}
        </Button>
      </Group>
    </>
  )
}

const TYPES: readonly { value: FieldType; label: MessageDescriptor }[] = [
  { value: 'text', label: msg({ message: 'Text', context: 'kind of field' }) },
  { value: 'number', label: msg({ message: 'Number', context: 'kind of field' }) },
  { value: 'boolean', label: msg`Yes or no` },
  { value: 'choice', label: msg({ message: 'Choice', context: 'kind of field' }) },
  { value: 'date', label: msg({ message: 'Date', context: 'kind of field' }) },
]

interface FieldRowProps {
  readonly number: number
  readonly entry: FieldEntry
  readonly onChange: (entry: FieldEntry) => void
  readonly onRemove: () => void
  readonly errorAt: (part: string) => string | undefined
}

function FieldRow({ number, entry, onChange, onRemove, errorAt }: FieldRowProps) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p="sm" bd="1px solid var(--usher-border)">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={t`Label of field ${number}`}
          placeholder={t`Label`}
          value={entry.label}
          onChange={(event) => onChange({ ...entry, label: event.currentTarget.value })}
          error={errorAt('label') ?? errorAt('key')}
          flex={1}
        />
        <NativeSelect
          aria-label={t`Kind of field ${number}`}
          data={TYPES.map(({ value, label }) => ({ value, label: i18n._(label) }))}
          value={entry.type}
          onChange={(event) => onChange({ ...entry, type: event.currentTarget.value as FieldType })}
          w={128}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t`Remove field ${{ name: entry.label || number }}`}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {entry.type === 'choice' && (
        <TextInput
          label={t`Choices`}
          description={t`Separated by commas`}
          value={entry.options}
          onChange={(event) => onChange({ ...entry, options: event.currentTarget.value })}
          error={errorAt('options')}
        />
      )}
      <Group>
        <Checkbox
          label={t`Required`}
          checked={entry.required}
          onChange={(event) => onChange({ ...entry, required: event.currentTarget.checked })}
        />
        {entry.public !== undefined && (
          <Checkbox
            label={t`Asked for on the join page`}
            checked={entry.public}
            onChange={(event) => onChange({ ...entry, public: event.currentTarget.checked })}
          />
        )}
      </Group>
    </Stack>
  )
}
