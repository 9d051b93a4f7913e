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

function NumberField({ fields, name, label, description, min = 0 }: NumberProps) {
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
    <Fieldset legend="Times, in minutes">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField fields={fields} name="duration_minutes" label="Duration" min={5} />
        <TextInput
          key={fields.key('duration_options')}
          label="Other durations"
          description="Offered as a choice, e.g. 45, 60"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('duration_options')}
        />
        <NumberField fields={fields} name="buffer_before_minutes" label="Buffer before" />
        <NumberField fields={fields} name="buffer_after_minutes" label="Buffer after" />
        <NumberField
          fields={fields}
          name="slot_step_minutes"
          label="Time between starts"
          description="Leave empty to use the duration"
          min={5}
        />
        <NumberField
          fields={fields}
          name="min_notice_minutes"
          label="Minimum notice"
          description="1440 is one day"
        />
      </SimpleGrid>
    </Fieldset>
  )
}

export function LimitFields({ fields }: { fields: Fields }) {
  return (
    <Fieldset legend="Limits">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField fields={fields} name="capacity" label="Seats at the same time" min={1} />
          <NumberField fields={fields} name="horizon_days" label="Days ahead" min={1} />
          <NumberField
            fields={fields}
            name="max_per_day"
            label="Bookings per day"
            description="Leave empty for no limit"
            min={1}
          />
          <NumberField
            fields={fields}
            name="max_per_customer_per_day"
            label="Bookings per customer and day"
            description="Leave empty for no limit"
            min={1}
          />
        </SimpleGrid>
        <Switch
          key={fields.key('requires_confirmation')}
          label="Confirm each booking manually"
          {...fields.getInputProps('requires_confirmation', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}
