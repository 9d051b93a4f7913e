import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { QuietHoursField } from '../../forms/dates/quiet-hours-field.tsx'
import { Form } from '../../forms/form.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { organizationCalls, useShowSaved } from './queries.ts'

type Organization = Schemas['Organization']

const settingsOf = ({ quiet_hours }: Pick<Organization, 'quiet_hours'>) => ({ quiet_hours })

/** When customers of bookings get messages. */
export function BookingMessagesForm({ organization }: { organization: Organization }) {
  const showSaved = useShowSaved()
  const { values, fields, errorAt, ...form } = useEditForm({
    resource: organization,
    valuesOf: settingsOf,
    bodyOf: settingsOf,
    rows: ['quiet_hours'],
    ...organizationCalls,
    async onSuccess(saved) {
      notifyDone(t`Settings saved.`)
      await showSaved(saved)
    },
  })
  return (
    <Card
      title={t`Messages about bookings`}
      description={t`Customers get them by text message or e-mail. Queues have quiet hours of their own.`}
    >
      <Form of={form}>
        <QuietHoursField
          description={t`During these hours, customers are sent only what they are waiting for or must know before the morning`}
          zone={t`In the time zone of the booking`}
          hours={values.quiet_hours}
          onChange={(hours) => fields.setFieldValue('quiet_hours', hours)}
          errorAt={errorAt}
        />
        <Group>
          <Button type="submit" loading={form.isSending}>{t`Save quiet hours`}</Button>
        </Group>
      </Form>
    </Card>
  )
}
