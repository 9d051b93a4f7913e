import { t } from '@lingui/core/macro'
import { NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Clash } from '../../forms/clash.tsx'
import { Form } from '../../forms/form.tsx'
import { QueuePicker } from '../../forms/queue-picker.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import type { Overwriting } from '../../forms/use-save-over.ts'
import { VersionSelect } from '../../forms/version-select.tsx'
import { type Body, bodyOf, sentOf, type Values, valuesOf } from './endpoint-values.ts'
import { EventPicker } from './event-picker.tsx'

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
    ...(over && { onError: over.onError }),
  })
  const at = (name: keyof Values) => ({ ...fields.getInputProps(name) })
  const current = endpoint?.header_names.join(', ')
  return (
    <Form of={form} verb={verb}>
      {over && (
        <Clash
          over={over}
          bodyOf={sentOf}
          onKeepMine={form.onSubmit}
          onTakeTheirs={(now) => setSaved(valuesOf(now))}
        />
      )}
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
