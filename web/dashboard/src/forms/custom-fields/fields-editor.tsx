import { Button, Group } from '@mantine/core'
import type { FieldEntry } from './entries.ts'
import { FieldRow } from './field-row.tsx'

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
    ...{ key: undefined, label: '', type: 'text', required: false, options: '' },
    public: hasPublic ? false : undefined,
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
