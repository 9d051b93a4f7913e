import { t } from '@lingui/core/macro'
import {
  Accordion,
  Checkbox,
  Group,
  Input,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { API_VERSION } from '@usher/sdk/client'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { QueuePicker } from '../../forms/queue-picker.tsx'
import { needed } from '../../forms/rules.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { type ApiVersion, VersionSelect } from '../../forms/version-select.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { type EventGroup, eventGroups, toggled } from './event-groups.ts'
import { pairsOf, pairsText } from './pairs.ts'
import { eventTypesQuery, refreshWebhooks } from './queries.ts'

type Endpoint = Schemas['WebhookEndpoint']

interface Props {
  /** The current endpoint; undefined for a new one. */
  readonly endpoint?: Endpoint
  /** With the secret of a new one. */
  readonly onDone: (secret?: Schemas['WebhookEndpointWithSecret']) => void
}

const callsOf = (id: string) => ({
  read: () => api.get('/v1/webhook-endpoints/{id}', { params: { path: { id } } }),
  async write(body: Schemas['WebhookEndpointUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/v1/webhook-endpoints/{id}', { params, body })).data
  },
})

/** The settings of an endpoint. */
export function EndpointForm({ endpoint, onDone }: Props) {
  const queryClient = useQueryClient()
  const { field, ...form } = useEditForm({
    resource: endpoint,
    valuesOf,
    bodyOf,
    ...callsOf(endpoint?.id ?? ''),
    async create(body) {
      const { data } = await api.post('/v1/webhook-endpoints', { body })
      onDone(data)
      return data
    },
    validate: { url: needed(t`Enter a URL`) },
    async onSuccess() {
      if (endpoint) {
        onDone()
        notifyDone(t`Endpoint saved.`)
      }
      await refreshWebhooks(queryClient)
    },
  })
  const current = endpoint?.header_names.join(', ')
  return (
    <Form of={form} verb={endpoint ? t`Save` : t`Register`}>
      <TextInput
        label={t`URL`}
        type="url"
        placeholder="https://example.com/usher"
        data-autofocus
        {...field('url')}
      />
      <EventPicker {...field('event_types')} />
      <QueuePicker
        description={t`Events without a queue are always sent, unless left out above`}
        chosen={endpoint?.queue_ids ?? []}
        {...field('queue_ids')}
      />
      <TextInput label={t`Description`} {...field('description')} />
      <NumberInput
        label={t`Maximum deliveries per second`}
        description={t`Leave empty for no limit`}
        min={1}
        max={1000}
        {...field('rate_limit_per_second')}
      />
      <Radio.Group
        label={t`Order`}
        description={t`In order, a failed delivery holds back later ones for the same guest or queue`}
        {...field('ordering')}
      >
        <Stack gap="xs" pt={4}>
          <Radio value="none" label={t`As fast as possible`} />
          <Radio value="resource" label={t`In order for each guest and queue`} />
        </Stack>
      </Radio.Group>
      <VersionSelect description={t`In which later deliveries have their bodies`} {...field('api_version')} />
      <Textarea
        label={t`Custom headers`}
        description={
          current
            ? t`Now: ${current}. New ones replace these.`
            : t`One per line, e.g. authorization: Bearer …`
        }
        autosize
        minRows={2}
        {...field('headers')}
      />
      <Textarea
        label={t`Metadata`}
        description={t`One per line, e.g. team: kitchen`}
        autosize
        minRows={2}
        {...field('metadata')}
      />
    </Form>
  )
}

interface EventPickerProps {
  /** null: all events. */
  readonly value?: string[] | null
  readonly onChange?: (value: string[] | null) => void
  readonly error?: string
}

/** Chooses events: all, whole groups, or single ones. */
function EventPicker({ value = null, onChange, error }: EventPickerProps) {
  usePrefetchQuery(eventTypesQuery)
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`Events`}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange?.(which === 'all' ? null : [])}
      >
        <Group gap="lg" pt={4}>
          <Radio value="all" label={t`All, including future ones`} />
          <Radio value="some" label={t`Choose`} />
        </Group>
      </Radio.Group>
      {error && <Input.Error>{error}</Input.Error>}
      {value !== null && (
        <Part>
          <EventGroups chosen={value} onChange={(chosen) => onChange?.(chosen)} />
        </Part>
      )}
    </Stack>
  )
}

interface GroupsProps {
  readonly chosen: string[]
  readonly onChange: (value: string[]) => void
}

function EventGroups({ chosen, onChange }: GroupsProps) {
  const { data: types } = useSuspenseQuery(eventTypesQuery)
  return (
    <Accordion variant="contained" chevronPosition="left" order={3}>
      {eventGroups(types).map((group) => (
        <EventGroupItem
          key={group.name}
          group={group}
          chosen={chosen}
          onToggle={(one) => onChange(toggled(chosen, one))}
        />
      ))}
    </Accordion>
  )
}

interface ItemProps {
  readonly group: EventGroup
  readonly chosen: readonly string[]
  readonly onToggle: (one: string) => void
}

function EventGroupItem({ group, chosen, onToggle }: ItemProps) {
  const { name, pattern, types } = group
  const hasAll = chosen.includes(pattern)
  const count = types.filter(({ type }) => chosen.includes(type)).length
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {hasAll ? t`all` : t`${count} of ${{ total: types.length }}`}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Checkbox
            label={pattern}
            description={t`All of them, including future ones`}
            checked={hasAll}
            onChange={() => onToggle(pattern)}
          />
          {types.map(({ type, description }) => (
            <Checkbox
              key={type}
              label={type}
              description={description}
              checked={hasAll || chosen.includes(type)}
              disabled={hasAll}
              onChange={() => onToggle(type)}
            />
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

const valuesOf = (endpoint?: Endpoint) => ({
  url: endpoint?.url ?? '',
  event_types: endpoint?.event_types ?? null,
  queue_ids: endpoint?.queue_ids ?? [],
  description: endpoint?.description ?? '',
  rate_limit_per_second: endpoint?.rate_limit_per_second ?? ('' as number | ''),
  api_version: (endpoint?.api_version ?? API_VERSION) as ApiVersion,
  ordering: endpoint?.ordering ?? ('none' as Endpoint['ordering']),
  headers: '',
  metadata: pairsText(endpoint?.metadata ?? {}),
})

type Values = ReturnType<typeof valuesOf>

/** Headers stay unless new ones are entered: their values are secret and never shown. */
const bodyOf = ({ headers, metadata, description, queue_ids, ...rest }: Values) => ({
  ...rest,
  queue_ids: queue_ids.length > 0 ? queue_ids : null,
  description: description.trim() || null,
  rate_limit_per_second: rest.rate_limit_per_second === '' ? null : rest.rate_limit_per_second,
  metadata: pairsOf(metadata),
  ...(headers.trim() !== '' && { headers: pairsOf(headers) }),
})
