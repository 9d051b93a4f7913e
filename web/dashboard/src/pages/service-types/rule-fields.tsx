import { t } from '@lingui/core/macro'
import { Fieldset, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { ApiForm } from '../../forms/use-api-form.ts'
import type { Values } from './values.ts'

type Fields = ApiForm<Values>['fields']

interface NumberProps {
  readonly fields: Fields
  readonly name: keyof Values & string
  readonly label: string
  readonly description?: string
  readonly min?: number
}

/** A whole-number input of the form. */
export function NumberField({ fields, name, label, description, min = 0 }: NumberProps) {
  return (
    <NumberInput
      key={fields.key(name)}
      label={label}
      description={description}
      min={min}
      allowDecimal={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...fields.getInputProps(name)}
    />
  )
}

export function TimeFields({ fields }: { fields: Fields }) {
  return (
    <Fieldset legend={t`Times, in minutes`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField fields={fields} name="duration_minutes" label={t`Duration`} min={5} />
        <TextInput
          key={fields.key('duration_options')}
          label={t`Other durations`}
          description={t`Offered as a choice, e.g. 45, 60`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('duration_options')}
        />
        <NumberField fields={fields} name="buffer_before_minutes" label={t`Buffer before`} />
        <NumberField fields={fields} name="buffer_after_minutes" label={t`Buffer after`} />
        <NumberField
          fields={fields}
          name="slot_step_minutes"
          label={t`Time between starts`}
          description={t`Leave empty to use the duration`}
          min={5}
        />
        <NumberField
          fields={fields}
          name="min_notice_minutes"
          label={t`Minimum notice`}
          description={t`1440 is one day`}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

export function LimitFields({ fields }: { fields: Fields }) {
  return (
    <Fieldset legend={t`Limits`}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField fields={fields} name="capacity" label={t`Seats at the same time`} min={1} />
          <NumberField fields={fields} name="horizon_days" label={t`Days ahead`} min={1} />
          <NumberField
            fields={fields}
            name="max_per_day"
            label={t`Bookings per day`}
            description={t`Leave empty for no limit`}
            min={1}
          />
          <NumberField
            fields={fields}
            name="max_per_customer_per_day"
            label={t`Bookings per customer and day`}
            description={t`Leave empty for no limit`}
            min={1}
          />
        </SimpleGrid>
        <Switch
          key={fields.key('requires_confirmation')}
          label={t`Confirm each booking manually`}
          {...fields.getInputProps('requires_confirmation', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}
