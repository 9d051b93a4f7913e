import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fieldset, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldEntry } from '../../forms/custom-fields/entries.ts'
import { FieldsEditor } from '../../forms/custom-fields/fields-editor.tsx'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { NumberField } from './rule-fields.tsx'
import { SpanField } from './span-field.tsx'
import type { Values } from './values.ts'

type Props = Pick<ApiForm<Values>, 'fields' | 'errorAt'>

/** How customers book a service type by themselves. */
export function OnlineFields({ fields, errorAt }: Props) {
  const { is_online, questions } = fields.getInitialValues()
  const [isOn, setOn] = useState(is_online)
  fields.watch('is_online', ({ value }) => setOn(value))
  return (
    <Fieldset legend={t`Online booking`}>
      <Stack>
        <Switch
          key={fields.key('is_online')}
          label={t`Customers can book it by themselves`}
          {...fields.getInputProps('is_online', { type: 'checkbox' })}
        />
        {isOn && <Rules {...{ fields, errorAt }} />}
        {!isOn && questions.length > 0 && (
          <Text size="sm" c="var(--usher-warn-text)" role="status">
            <Trans>Saving deletes its questions. To pause it only, switch off “Can be booked”.</Trans>
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function Rules({ fields, errorAt }: Props) {
  return (
    <>
      <Group>
        <Anchor href="/booking-page">
          <Trans>Booking page</Trans>
        </Anchor>
      </Group>
      <SpanField
        key={fields.key('cancel_until_minutes')}
        label={t`Change or cancel until`}
        description={t`Before the start. 0: until it begins`}
        {...fields.getInputProps('cancel_until_minutes')}
      />
      <NumberField
        fields={fields}
        name="max_visits"
        label={t`Most visits at once`}
        description={t`1: a single one. More: customers can repeat it, e.g. every week`}
        min={1}
      />
      <Questions
        key={fields.key('questions')}
        errorAt={(path) => errorAt(`/online_booking/questions/${path}`)}
        {...fields.getInputProps('questions')}
      />
    </>
  )
}

interface QuestionsProps {
  readonly defaultValue?: FieldEntry[]
  readonly onChange: (entries: FieldEntry[]) => void
  readonly errorAt: (path: string) => string | undefined
  readonly 'data-path'?: string
}

/** What customers are asked. Its errors are at the questions. */
function Questions({ defaultValue = [], onChange, errorAt, 'data-path': path }: QuestionsProps) {
  const [entries, setEntries] = useState(defaultValue)
  const change = (changed: FieldEntry[]) => {
    setEntries(changed)
    onChange(changed)
  }
  return (
    <Stack role="group" aria-label={t`Questions`} tabIndex={-1} data-path={path}>
      <Stack gap={2}>
        <Text fw={500} size="sm">
          <Trans>Questions</Trans>
        </Text>
        <Text size="xs" c="dimmed">
          <Trans>Besides name, phone and e-mail. The answers are in the booking.</Trans>
        </Text>
      </Stack>
      <FieldsEditor {...{ entries, errorAt, hasPublic: false }} onChange={change} verb={t`Add a question`} />
    </Stack>
  )
}
