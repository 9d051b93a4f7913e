import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, Radio, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

/** The first queue, from what is usual for a kind of venue. */
export function FirstQueue({ onDone }: { onDone: (queue: Schemas['Queue']) => void }) {
  const queryClient = useQueryClient()
  const [all] = useState(presets)
  const [preset, setPreset] = useState<Preset>(all[0])
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: preset.shown,
    validate: { name: needed(t`Enter a name`) },
    submit: async (shown) => (await api.post('/v1/queues', { body: { ...preset.rest, ...shown } })).data,
    async onSuccess(queue) {
      onDone(queue)
      await queryClient.invalidateQueries(queuesQuery)
    },
  })
  const choose = (label: string) => {
    const chosen = all.find((one) => one.label === label) ?? all[0]
    setPreset(chosen)
    fields.setValues(chosen.shown)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={2}>
          <Trans>Your queue</Trans>
        </Title>
        <FormProblem text={problem} />
        <Radio.Group label={t`Kind of venue`} value={preset.label} onChange={choose}>
          <SimpleGrid cols={{ base: 2, xs: 4 }} mt="xs">
            {all.map(({ label }) => (
              <Radio key={label} value={label} label={label} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          description={t`Shown to guests`}
          size="md"
          {...fields.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            key={fields.key('service_minutes')}
            label={t`Minutes per party`}
            description={t`Average time to serve one party`}
            min={1}
            max={1440}
            size="md"
            {...fields.getInputProps('service_minutes')}
          />
          <NumberInput
            key={fields.key('servers')}
            label={t`Parties served at once`}
            description={t`Number of tables, rooms or staff`}
            min={1}
            max={1000}
            size="md"
            {...fields.getInputProps('servers')}
          />
        </SimpleGrid>
        <Button type="submit" size="md" loading={isSending}>
          <Trans>Create queue</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** Usual settings of a first queue in a kind of venue. */
interface Preset {
  readonly label: string
  /** Fields of the form. */
  readonly shown: { readonly name: string; readonly service_minutes: number; readonly servers: number }
  /** The other settings, found later in the queue's settings. */
  readonly rest: Omit<Schemas['QueueCreate'], 'name' | 'service_minutes' | 'servers'>
}

/** The first is chosen at first. */
const presets = (): readonly [Preset, ...Preset[]] => [
  {
    label: t`Restaurant`,
    shown: { name: t`Tables`, service_minutes: 60, servers: 10 },
    rest: { max_party_size: 12, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
  {
    label: t`Clinic`,
    shown: { name: t`Reception`, service_minutes: 15, servers: 2 },
    rest: { max_party_size: 3, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
  {
    label: t`Shop`,
    shown: { name: t`Service desk`, service_minutes: 10, servers: 1 },
    rest: { max_party_size: 5, almost_ready_position: 3, no_show_after_minutes: 5 },
  },
  {
    label: t`Office`,
    shown: { name: t`Front desk`, service_minutes: 20, servers: 2 },
    rest: { max_party_size: 3, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
]
