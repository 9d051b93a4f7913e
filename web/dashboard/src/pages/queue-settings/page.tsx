import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { keepQueue, queueCalls, queueQuery, queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { entryOf, type FieldEntry, fieldOf } from '../../forms/custom-fields/entries.ts'
import { FieldsEditor } from '../../forms/custom-fields/fields-editor.tsx'
import { Form } from '../../forms/form.tsx'
import { textOrNull } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { BasicsForm } from './basics-form.tsx'
import { BookingsCard, useHasBookings } from './bookings-card.tsx'
import { ClassesCard } from './classes-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { JoinCard } from './join-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import styles from './section-navigation.module.css'

/** The settings of a queue, one card with its own Save button per topic. */
export function Page() {
  const { id = '' } = useParams()
  const { data: queue } = useSuspenseQuery(queueQuery(id))
  return <Settings key={queue.id} queue={queue} />
}

const SECTIONS = [
  { id: 'status', label: msg`Open or paused`, Card: StatusCard },
  { id: 'details', label: msg`Queue details`, Card: BasicsCard },
  { id: 'joining', label: msg`Self-service joining`, Card: JoinCard },
  { id: 'hours', label: msg`Opening hours`, Card: HoursCard },
  { id: 'messages', label: msg`Messages`, Card: MessagesCard },
  { id: 'bookings', label: msg`Bookings in the line`, Card: BookingsCard },
  { id: 'classes', label: msg`Priority classes`, Card: ClassesCard },
  { id: 'fields', label: msg`Custom fields`, Card: FieldsCard },
  { id: 'delete', label: msg`Delete the queue`, Card: DeleteCard },
] as const

function Settings({ queue }: { queue: Schemas['Queue'] }) {
  const mayWrite = useCan('queues:write')
  const hasBookings = useHasBookings()
  const sections = useMemo(() => SECTIONS.filter(({ id }) => id !== 'bookings' || hasBookings), [hasBookings])
  return (
    <Stack gap="lg" maw={mayWrite ? '65.25rem' : 820}>
      <PageHeader
        title={t`Settings of ${{ queue: queue.name }}`}
        actions={<Anchor href={`/queues/${queue.id}`}>{t`Back to queue`}</Anchor>}
      />
      {mayWrite ? (
        <div className={styles.layout}>
          <SectionNavigation sections={sections} />
          <Stack gap="lg" maw={820} miw={0}>
            {sections.map(({ id, Card }) => (
              <div key={id} id={id} className={styles.section}>
                <Card queue={queue} />
              </div>
            ))}
          </Stack>
        </div>
      ) : (
        <OverviewCard queue={queue} />
      )}
    </Stack>
  )
}

/** Links to the sections of a long page, the current one marked: a list at the side, or a row on narrow screens. */
function SectionNavigation({ sections }: { sections: readonly Section[] }) {
  const current = useCurrentSection(sections)
  const links = useRef<HTMLUListElement>(null)
  // The browser looked for the section that the address names before the page was loaded.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another section another link is current
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav aria-label={t`Sections`} className={styles.navigation}>
      <ul ref={links} className={styles.links}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link} aria-current={id === current ? 'true' : undefined}>
              {i18n._(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A part of a long page. */
interface Section {
  /** In the address, after `#`. */
  readonly id: string
  readonly label: MessageDescriptor
}

/** A section is current once its top has come this far up, below the header and the row of links. */
const CURRENT_FROM_PX = 160

const EVENTS = ['scroll', 'resize', 'hashchange'] as const

/** The id of the section being read. */
function useCurrentSection(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const update = () => setCurrent(currentOf(sections))
    update()
    for (const name of EVENTS) addEventListener(name, update, { passive: true })
    return () => {
      for (const name of EVENTS) removeEventListener(name, update)
    }
  }, [sections])
  return current
}

/** The last section whose top has passed; at the end of the page, where the last ones cannot, the one chosen. */
function currentOf(sections: readonly Section[]): string | undefined {
  const topOf = ({ id }: Section) => document.getElementById(id)?.getBoundingClientRect().top
  const chosen = sections.find(({ id }) => `#${id}` === location.hash)
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  if (isAtEnd && chosen && (topOf(chosen) ?? -1) >= 0) return chosen.id
  if (isAtEnd && scrollY > 0) return sections.at(-1)?.id
  const passed = sections.findLast((section) => (topOf(section) ?? CURRENT_FROM_PX + 1) <= CURRENT_FROM_PX)
  return (passed ?? sections[0])?.id
}

/** The settings of a queue, read-only. */
function OverviewCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card title={t`Current settings`} description={t`A manager of your organisation can change it.`}>
      <Table variant="vertical">
        <Table.Tbody>
          {rowsOf(queue).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={200}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function rowsOf(queue: Schemas['Queue']): [string, string | number][] {
  const { min_party_size: min, max_party_size: max, no_show_after_minutes: minutes } = queue
  return [
    [t`Status`, statusOf(queue)],
    [t`Minutes per party`, queue.service_minutes],
    [t`Parties served at once`, queue.servers],
    [t`Parties`, t`${min} to ${max} people`],
    [t`Maximum guests`, queue.capacity ?? t`No limit`],
    [
      t`No-show after`,
      minutes
        ? plural(minutes, { one: '# minute', other: '# minutes' })
        : t({ message: 'Never', context: 'no-show after' }),
    ],
    [t`Self-service joining`, queue.public_join ? t`Yes` : t`No`],
    [t`Guests read why they wait longer`, queue.explain_delays ? t`Yes` : t`No`],
    [
      t`Opening hours`,
      queue.opening_hours ? t({ message: 'Set', context: 'opening hours are set' }) : t`Always open`,
    ],
    [t`Time zone`, queue.timezone],
  ]
}

const statusOf = ({ status }: Schemas['Queue']): string =>
  status === 'paused'
    ? t({ message: 'Paused', context: 'the queue is paused' })
    : t({ message: 'Open', context: 'the queue is open' })

/** Whether guests can join now; pausing can give a reason. */
function StatusCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const isPaused = queue.status === 'paused'
  const path = { params: { path: { id: queue.id } } }
  const { field, fields, isSending, problem, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    // A reason alone is nothing to lose.
    isChanged: () => false,
    submit: ({ reason }) =>
      isPaused
        ? api.post('/v1/queues/{id}/resume', path)
        : api.post('/v1/queues/{id}/pause', { ...path, body: { reason: textOrNull(reason) } }),
    onSuccess({ data }) {
      notifyDone(isPaused ? t`Guests can join again.` : t`The queue is paused.`)
      fields.reset()
      keepQueue(queryClient, data)
    },
  })
  return (
    <Card
      title={isPaused ? t`The queue is paused` : t`The queue is open`}
      description={
        isPaused
          ? (queue.pause_reason ?? t`No reason is given to guests.`)
          : t`While paused, nobody can join and nobody loses their place.`
      }
      action={
        isPaused && (
          <StatusBadge tone="warn">{t({ message: 'Paused', context: 'the queue is paused' })}</StatusBadge>
        )
      }
    >
      <form onSubmit={onSubmit}>
        <FormProblem text={problem} />
        <Group align="flex-end" gap="sm">
          {!isPaused && (
            <TextInput
              label={t`Reason`}
              description={t`Optional. Shown to guests.`}
              maxLength={200}
              flex="1 1 16rem"
              {...field('reason')}
            />
          )}
          <Button type="submit" variant={isPaused ? 'filled' : 'default'} loading={isSending}>
            {isPaused ? t`Resume the queue` : t`Pause the queue`}
          </Button>
        </Group>
      </form>
    </Card>
  )
}

const valuesOf = ({ custom_fields }: Schemas['Queue']) => ({ custom_fields: custom_fields.map(entryOf) })

const bodyOf = ({ custom_fields }: { custom_fields: FieldEntry[] }) => ({
  custom_fields: custom_fields.map(fieldOf),
})

/** Custom fields for guests. The key of a new field is derived from its label and never changes. */
export function FieldsCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const { values, fields, setSaved, errorAt, ...form } = useEditForm({
    resource: queue,
    valuesOf,
    bodyOf,
    rows: ['custom_fields'],
    onSuccess(saved) {
      notifyDone(t`Saved.`)
      setSaved(valuesOf(saved))
    },
    ...queueCalls(queryClient, queue.id),
  })
  return (
    <Card title={t`Custom fields`} description={t`Extra questions for each guest.`}>
      <Form of={form}>
        {values.custom_fields.length === 0 && (
          <Text c="dimmed">
            {t({
              message: 'None. Guests are asked for name, phone and party size.',
              context: 'no custom fields',
            })}
          </Text>
        )}
        <FieldsEditor
          entries={values.custom_fields}
          hasPublic
          onChange={(entries) => fields.setFieldValue('custom_fields', entries)}
          verb={t`Add a field`}
          errorAt={(path) => errorAt(`/custom_fields/${path}`)}
        />
        <SaveRow of={form} />
      </Form>
    </Card>
  )
}

export function BasicsCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card title={t`Queue details`}>
      <BasicsForm queue={queue} onDone={() => notifyDone(t`Saved.`)} />
    </Card>
  )
}

function DeleteCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card
      title={t`Delete the queue`}
      description={t`Its guests lose their places and its links stop working.`}
    >
      <Group>
        <DialogButton
          color="red"
          variant="outline"
          verb={t`Delete…`}
          title={t`Delete ${{ queue: queue.name }}?`}
        >
          {(close) => <DeleteForm queue={queue} onClose={close} />}
        </DialogButton>
      </Group>
    </Card>
  )
}

/** Asks for confirmation. Waiting guests are removed only if ticked, as the API requires. */
function DeleteForm({ queue, onClose }: { queue: Schemas['Queue']; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [, go] = useLocation()
  const [removesGuests, setRemovesGuests] = useState(false)
  const deletion = useMutation({
    mutationFn: () =>
      api.delete('/v1/queues/{id}', {
        params: {
          path: { id: queue.id },
          query: { remove_guests: removesGuests ? 'true' : 'false' },
        },
      }),
    onSuccess() {
      notifyDone(t`${{ queue: queue.name }} is deleted.`)
      go('/queues')
      queryClient.removeQueries({ queryKey: ['queue', queue.id] })
      return queryClient.invalidateQueries(queuesQuery)
    },
  })
  const isRefused = deletion.error instanceof UsherError && deletion.error.code === 'queue_not_empty'
  const isOccupied = queue.waiting_count > 0 || isRefused
  return (
    <Stack>
      <FormProblem text={deletion.error ? messageOf(deletion.error) : undefined} />
      <Text>{t`This cannot be undone.`}</Text>
      {isOccupied && (
        <Checkbox
          label={t`Also remove the guests who are still waiting`}
          checked={removesGuests}
          onChange={(event) => setRemovesGuests(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>{t`Keep it`}</Button>
        <Button
          color="red"
          loading={deletion.isPending}
          disabled={isOccupied && !removesGuests}
          onClick={() => deletion.mutate()}
        >
          <Trans>Delete the queue</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
