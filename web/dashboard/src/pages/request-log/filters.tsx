import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../api/session.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { SENDERS } from './filter.ts'

const statusesOf = () => [
  { value: 'failed', label: t`Failed (4xx and 5xx)` },
  { value: '2xx', label: '2xx' },
  { value: '3xx', label: '3xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
]

interface Props {
  readonly given: URLSearchParams
  readonly onChange: (name: string, value: string | null) => void
}

/** The filters of the log, all kept in the address. */
export function Filters({ given, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Select
        label={t`Status`}
        placeholder={t`Any`}
        data={statusesOf()}
        value={given.get('status')}
        clearable
        onChange={(status) => onChange('status', status)}
      />
      <SentBy value={given.get('by') ?? 'integrations'} onChange={(by) => onChange('by', by)} />
      <TextInput
        label={t`Operation`}
        placeholder="addGuest"
        maxLength={100}
        value={given.get('operation') ?? ''}
        onChange={({ currentTarget }) => onChange('operation', currentTarget.value.trim())}
      />
      <TextInput
        label={t`Request ID`}
        placeholder="req_…"
        maxLength={100}
        value={given.get('request_id') ?? ''}
        onChange={({ currentTarget }) => onChange('request_id', currentTarget.value.trim())}
      />
    </SimpleGrid>
  )
}

function SentBy({ value, onChange }: { value: string; onChange: (by: string | null) => void }) {
  const keys = useQuery({ ...apiKeysQuery, enabled: useCan('api-keys:manage') }).data ?? []
  const groups = Object.entries(SENDERS).map(([id, label]) => ({ value: id, label: i18n._(label) }))
  const named = keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` }))
  // A sender from the address that is none of the current keys.
  const isOther = ![...groups, ...named].some((one) => one.value === value)
  return (
    <Select
      label={t`Sent by`}
      data={[
        ...groups,
        ...(named.length > 0 ? [{ group: t`API keys`, items: named }] : []),
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      value={value}
      allowDeselect={false}
      searchable
      onChange={onChange}
    />
  )
}
