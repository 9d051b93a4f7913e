import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../api/session.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { locale } from '../../language/language.ts'
import { instantOfField } from '../../ui/zone-time.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { membersQuery } from '../members/queries.ts'
import { actionLabel, OPERATION_LABELS } from './action-labels.ts'
import type { AuditFilter } from './export-address.ts'
import { OUTCOMES, outcomeName } from './outcomes.ts'

const TIMES = [
  ['from', msg({ message: 'From', context: 'start of a period' })],
  ['to', msg({ message: 'Until', context: 'end of a period' })],
] as const

const kinds = () =>
  Object.keys(OPERATION_LABELS)
    .map((value) => ({ value, label: actionLabel(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))

const others = () => [
  { value: 'guest', label: t`Guests` },
  { value: 'customer', label: t`Customers with a booking` },
  { value: 'google_calendar', label: 'Google Calendar' },
  { value: 'system', label: 'Usher' },
]

interface Props {
  /** The initial filter. */
  readonly initial: AuditFilter
  readonly onChange: (part: AuditFilter) => void
}

export function AuditFilters({ initial, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Person onChange={(actor) => onChange({ actor })} />
      <Select
        label={t({ message: 'What', context: 'filter of the audit log' })}
        placeholder={t({ message: 'Anything', context: 'filter of the audit log' })}
        data={kinds()}
        clearable
        searchable
        nothingFoundMessage={t`Nothing found`}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <Select
        label={t`Outcome`}
        placeholder={t({ message: 'Any', context: 'outcome of an action' })}
        data={OUTCOMES.map((value) => ({ value, label: outcomeName(value) }))}
        clearable
        onChange={(outcome) => onChange({ outcome: (outcome ?? undefined) as AuditFilter['outcome'] })}
      />
      {TIMES.map(([name, label]) => (
        <DateTimeField
          key={name}
          label={i18n._(label)}
          onChange={(local) => onChange({ [name]: instantOfField(local) })}
        />
      ))}
      <TextInput
        label={t`Request ID`}
        placeholder="req_…"
        maxLength={100}
        defaultValue={initial.request_id}
        onChange={({ currentTarget }) => onChange({ request_id: currentTarget.value.trim() || undefined })}
      />
    </SimpleGrid>
  )
}

/** Members and keys by name, as far as the member may see them, and those who act without an account. */
function Person({ onChange }: { onChange: (actor: string | undefined) => void }) {
  const members = useQuery({ ...membersQuery, enabled: useCan('members:manage') }).data ?? []
  const keys = useQuery({ ...apiKeysQuery, enabled: useCan('api-keys:manage') }).data ?? []
  return (
    <Select
      label={t({ message: 'Who', context: 'filter of the audit log' })}
      placeholder={t`Anybody`}
      data={[
        { group: t`Members`, items: members.map(({ id, name }) => ({ value: id, label: name })) },
        {
          group: t`API keys`,
          items: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` })),
        },
        { group: t({ message: 'Others', context: 'who did something' }), items: others() },
      ].filter(({ items }) => items.length > 0)}
      clearable
      searchable
      nothingFoundMessage={t`Nobody found`}
      onChange={(actor) => onChange(actor ?? undefined)}
    />
  )
}
