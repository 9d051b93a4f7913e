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
import { useUncontrolled } from '@mantine/hooks'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { API_VERSION } from '@usher/sdk/client'
import type { Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { QueuePicker } from '../../forms/queue-picker.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import type { Overwriting } from '../../forms/use-save-over.ts'
import { type ApiVersion, VersionSelect } from '../../forms/version-select.tsx'
import { Part } from '../../ui/part.tsx'
import { type EventGroup, eventGroups, toggled } from './event-groups.ts'
import { pairsOf, pairsText } from './pairs.ts'
import { eventTypesQuery } from './queries.ts'

type Endpoint = Schemas['WebhookEndpoint']

interface Props<Answer> {
  /** The current endpoint; undefined for a new one. */
  readonly endpoint?: Endpoint
  readonly verb: string
  readonly submit: (body: Body) => Promise<Answer>
  readonly onSuccess: (answer: Answer) => void | Promise<void>
  /** How an endpoint that exists is saved. */
  readonly over?: Overwriting<Endpoint, Body>
}

/** The settings of an endpoint. */
export function EndpointForm<Answer>({ endpoint, verb, submit, onSuccess, over }: Props<Answer>) {
  const { fields, setSaved, ...form } = useApiForm({
    initialValues: valuesOf(endpoint),
    validate: { url: needed(t`Enter a URL`) },
    submit: (values) => submit(bodyOf(values)),
    onSuccess,
    onError: over?.onError,
  })
  const at = (name: keyof Values) => ({ ...fields.getInputProps(name) })
  const current = endpoint?.header_names.join(', ')
  return (
    <Form of={form} over={over} fill={(now) => setSaved(valuesOf(now))} verb={verb}>
      <TextInput
        key={fields.key('url')}
        label={t`URL`}
        type="url"
        placeholder="https://example.com/usher"
        data-autofocus
        {...at('url')}
      />
      <EventPicker key={fields.key('event_types')} {...at('event_types')} />
      <QueuePicker
        key={fields.key('queue_ids')}
        description={t`Events without a queue are always sent, unless left out above`}
        chosen={endpoint?.queue_ids ?? []}
        {...at('queue_ids')}
      />
      <TextInput key={fields.key('description')} label={t`Description`} {...at('description')} />
      <NumberInput
        key={fields.key('rate_limit_per_second')}
        label={t`Maximum deliveries per second`}
        description={t`Leave empty for no limit`}
        min={1}
        max={1000}
        {...at('rate_limit_per_second')}
      />
      <Radio.Group
        key={fields.key('ordering')}
        label={t`Order`}
        description={t`In order, a failed delivery holds back later ones for the same guest or queue`}
        {...at('ordering')}
      >
        <Stack gap="xs" pt={4}>
          <Radio value="none" label={t`As fast as possible`} />
          <Radio value="resource" label={t`In order for each guest and queue`} />
        </Stack>
      </Radio.Group>
      <VersionSelect
        key={fields.key('api_version')}
        description={t`In which later deliveries have their bodies`}
        {...at('api_version')}
      />
      <Textarea
        key={fields.key('headers')}
        label={t`Custom headers`}
        description={
          current
            ? t`Now: ${current}. New ones replace these.`
            : t`One per line, e.g. authorization: Bearer …`
        }
        autosize
        minRows={2}
        {...at('headers')}
      />
      <Textarea
        key={fields.key('metadata')}
        label={t`Metadata`}
        description={t`One per line, e.g. team: kitchen`}
        autosize
        minRows={2}
        {...at('metadata')}
      />
    </Form>
  )
}

interface EventPickerProps {
  /** null: all events. */
  readonly defaultValue?: string[] | null
  readonly onChange?: (value: string[] | null) => void
  readonly error?: string
}

/** Chooses events: all, whole groups, or single ones. */
function EventPicker({ defaultValue, onChange, error }: EventPickerProps) {
  usePrefetchQuery(eventTypesQuery)
  const [value, setValue] = useUncontrolled<string[] | null>({ defaultValue, finalValue: null, onChange })
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`Events`}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => setValue(which === 'all' ? null : [])}
      >
        <Group gap="lg" pt={4}>
          <Radio value="all" label={t`All, including future ones`} />
          <Radio value="some" label={t`Choose`} />
        </Group>
      </Radio.Group>
      {error && <Input.Error>{error}</Input.Error>}
      {value !== null && (
        <Part>
          <EventGroups chosen={value} onChange={setValue} />
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

export type Body = ReturnType<typeof bodyOf>

/** The body that an unchanged form would send. */
export const sentOf = (endpoint: Endpoint): Body => bodyOf(valuesOf(endpoint))
