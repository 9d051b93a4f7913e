import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Anchor as ExternalAnchor,
  NumberInput,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Stepper,
  TextInput,
  Title,
} from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Leads to the queues; a new organisation gets a guide to its first guest. */
export function Page() {
  const { data: all } = useSuspenseQuery(queuesQuery)
  const canCreate = useCan('queues:write')
  // The guide must not end when it creates the first queue.
  const [isGuided, setGuided] = useState(false)
  return canCreate && (isGuided || all.length === 0) ? (
    <FirstSteps onBegin={() => setGuided(true)} />
  ) : (
    <Redirect to="/queues" replace />
  )
}

/** From nothing to the first guest in the first queue: two short forms. */
function FirstSteps({ onBegin }: { onBegin: () => void }) {
  const { member } = useMe()
  const [queue, setQueue] = useState<Schemas['Queue']>()
  const [guest, setGuest] = useState<Schemas['AddedGuest']>()
  const begin = (created: Schemas['Queue']) => {
    onBegin()
    setQueue(created)
  }
  return (
    <Stack maw={640} mx="auto">
      <PageHeader
        title={t`Welcome, ${{ name: member.name }}`}
        description={t`Two steps to your first queue with its first guest.`}
      />
      <Stepper active={guest ? 2 : queue ? 1 : 0} size="sm" aria-label={t`Steps`}>
        <Stepper.Step label={t`Your queue`} />
        <Stepper.Step label={t`Your first guest`} />
      </Stepper>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--usher-surface)">
        {!queue && <FirstQueue onDone={begin} />}
        {queue && !guest && <FirstGuest queue={queue} onDone={setGuest} />}
        {queue && guest && <Done queue={queue} guest={guest} />}
      </Paper>
    </Stack>
  )
}

interface DoneProps {
  readonly queue: Schemas['Queue']
  readonly guest: Schemas['AddedGuest']
}

function Done({ queue, guest: { name, position, estimated_wait, status_url } }: DoneProps) {
  return (
    <EmptyState
      icon={PartyPopper}
      title={t`${{ guest: name }} is number ${{ position: position ?? 1 }} in ${{ queue: queue.name }}`}
      action={
        <Stack gap="xs">
          <Anchor href={`/queues/${queue.id}`}>{t`Open the queue`}</Anchor>
          <ExternalAnchor href={status_url} target="_blank" rel="noreferrer" underline="always">
            <Trans>View the guest's page</Trans>
          </ExternalAnchor>
        </Stack>
      }
    >
      {plural(estimated_wait ?? 0, {
        one: 'The estimated wait is # minute. It improves as your queue is used.',
        other: 'The estimated wait is # minutes. It improves as your queue is used.',
      })}
    </EmptyState>
  )
}

interface Props {
  readonly queue: Schemas['Queue']
  readonly onDone: (guest: Schemas['AddedGuest']) => void
}

function FirstGuest({ queue, onDone }: Props) {
  const { field, ...form } = useApiForm({
    initialValues: { name: '', phone: '', party_size: 2 },
    validate: { name: needed(t`Enter the guest's name`) },
    submit: async ({ phone, ...rest }) => {
      const body = { ...rest, phone: phone.trim() || null }
      return (await api.post('/v1/queues/{id}/guests', { params: { path: { id: queue.id } }, body })).data
    },
    onSuccess: onDone,
  })
  return (
    <Form of={form} intro={<Title order={2}>{t`Your first guest`}</Title>} verb={t`Add guest`} size="md">
      <TextInput label={t`Name`} size="md" autoComplete="off" autoFocus {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t`Phone`}
          description={t`Optional: for messages`}
          type="tel"
          size="md"
          autoComplete="off"
          {...field('phone')}
        />
        <NumberInput
          label={t({ message: 'Party', context: 'number of people' })}
          description={t`Number of people`}
          min={1}
          max={99}
          size="md"
          {...field('party_size')}
        />
      </SimpleGrid>
    </Form>
  )
}

/** The first queue, from what is usual for a kind of venue. */
function FirstQueue({ onDone }: { onDone: (queue: Schemas['Queue']) => void }) {
  const queryClient = useQueryClient()
  const [all] = useState(presets)
  const [preset, setPreset] = useState<Preset>(all[0])
  const { field, fields, ...form } = useApiForm({
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
    <Form of={form} intro={<Title order={2}>{t`Your queue`}</Title>} verb={t`Create queue`} size="md">
      <Radio.Group label={t`Kind of venue`} value={preset.label} onChange={choose}>
        <SimpleGrid cols={{ base: 2, xs: 4 }} mt="xs">
          {all.map(({ label }) => (
            <Radio key={label} value={label} label={label} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <TextInput label={t`Name`} description={t`Shown to guests`} size="md" {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t`Minutes per party`}
          description={t`Average time to serve one party`}
          min={1}
          max={1440}
          size="md"
          {...field('service_minutes')}
        />
        <NumberInput
          label={t`Parties served at once`}
          description={t`Number of tables, rooms or staff`}
          min={1}
          max={1000}
          size="md"
          {...field('servers')}
        />
      </SimpleGrid>
    </Form>
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
