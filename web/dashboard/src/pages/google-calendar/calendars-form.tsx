import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { changesOf } from '../../forms/changes.ts'
import { Form } from '../../forms/form.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { type Connection, calendarsQuery, connectionsQuery } from './queries.ts'

type Invitations = Connection['busy_invitations']

const INVITATIONS: Readonly<Record<Invitations, MessageDescriptor>> = {
  all: msg`All, unless declined`,
  answered: msg`Answered with Yes or Maybe`,
  accepted: msg`Answered with Yes`,
}

/** Which calendar is written to, and what blocks time. */
export function CalendarsForm({ connection }: { connection: Connection }) {
  return (
    <Part loading={<LoadingState lines={2} />}>
      <Calendars connection={connection} />
    </Part>
  )
}

function Calendars({ connection: { id, ...settings } }: { connection: Connection }) {
  const { data: calendars } = useSuspenseQuery(calendarsQuery(id))
  const queryClient = useQueryClient()
  const { calendar_id, busy_calendar_ids, busy_invitations } = settings
  const initialValues = { calendar_id, busy_calendar_ids, busy_invitations }
  const { fields, ...form } = useApiForm({
    initialValues,
    submit: (values) =>
      api.patch('/api/google-calendar/connections/{id}', {
        params: { path: { id } },
        body: changesOf(initialValues, values),
      }),
    async onSuccess() {
      notifyDone(t`Saved`)
      await queryClient.invalidateQueries(connectionsQuery)
    },
  })
  return (
    <Form of={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          key={fields.key('calendar_id')}
          label={t`Write bookings to`}
          data={calendars
            .filter(({ writable, id: one }) => writable || one === calendar_id)
            .map(({ id: value, name: label }) => ({ value, label }))}
          {...fields.getInputProps('calendar_id')}
        />
        <Checkbox.Group
          key={fields.key('busy_calendar_ids')}
          label={t`Calendars that block time`}
          {...fields.getInputProps('busy_calendar_ids')}
        >
          <Stack gap="xs" mt={4}>
            {calendars.map(({ id: value, name }) => (
              <Checkbox key={value} value={value} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          key={fields.key('busy_invitations')}
          label={t`Invitations that block time`}
          data={Object.entries(INVITATIONS).map(([value, label]) => ({ value, label: i18n._(label) }))}
          {...fields.getInputProps('busy_invitations')}
        />
      </SimpleGrid>
      <Button type="submit" variant="default" loading={form.isSending} w="fit-content">
        <Trans>Save calendars</Trans>
      </Button>
    </Form>
  )
}
