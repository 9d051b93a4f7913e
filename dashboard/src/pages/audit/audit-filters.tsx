import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { timeOfField } from '../../ui/time.ts'
import type { AuditFilter } from './export-address.ts'

const WORDS = [
  ['actor', 'Who', 'Identifier'],
  ['action', 'What', 'createQueue'],
  ['resource', 'On what', 'Identifier'],
  ['request_id', 'Request ID', 'req_…'],
] as const

const TIMES = [
  ['from', 'From'],
  ['to', 'Until'],
] as const

interface Props {
  /** The initial filter. */
  readonly initial: AuditFilter
  readonly onChange: (part: AuditFilter) => void
}

export function AuditFilters({ initial, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {WORDS.map(([name, label, placeholder]) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          maxLength={100}
          defaultValue={initial[name]}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value.trim() || undefined })}
        />
      ))}
      <Select
        label="Outcome"
        placeholder="Any"
        data={['accepted', 'refused', 'failed']}
        clearable
        onChange={(outcome) => onChange({ outcome: (outcome ?? undefined) as AuditFilter['outcome'] })}
      />
      {TIMES.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          type="datetime-local"
          onChange={({ currentTarget }) => onChange({ [name]: timeOfField(currentTarget.value) })}
        />
      ))}
    </SimpleGrid>
  )
}
