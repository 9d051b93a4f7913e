import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Refused } from './refused.tsx'
import { SeriesClashes } from './series-clashes.tsx'
import type { Choice } from './slot-picker.tsx'
import { useBookingForm, type Wanted } from './use-booking-form.ts'

interface Props extends Wanted {
  /** Visits that are wanted. */
  readonly count: number
  /** What is still missing, in place of the button; undefined: nothing. */
  readonly missing: string | undefined
  /** Whether the dialog opens with the focus here. */
  readonly hasFocus: boolean
  readonly providerName: (id: string) => string
  readonly onChoose: (choice: Choice) => void
  readonly onDone: () => void
}

/** Who a time is booked for. */
export function CustomerForm(props: Props) {
  const { count, missing, hasFocus, providerName, onChoose, onDone, ...wanted } = props
  const { zone } = wanted
  const { fields, problem, isSending, onSubmit, refusal, clashes, bookRest } = useBookingForm(wanted, onDone)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            key={fields.key('name')}
            label={t`Name`}
            data-autofocus={hasFocus || undefined}
            {...fields.getInputProps('name')}
          />
          <TextInput
            key={fields.key('phone')}
            label={t`Phone`}
            type="tel"
            {...fields.getInputProps('phone')}
          />
          <TextInput
            key={fields.key('email')}
            label={t`E-mail`}
            type="email"
            {...fields.getInputProps('email')}
          />
        </SimpleGrid>
        <Textarea
          key={fields.key('notes')}
          label={t`Notes`}
          maxLength={500}
          {...fields.getInputProps('notes')}
        />
        {refusal && <Refused key={refusal.requestId} {...{ refusal, zone, providerName, onChoose }} />}
        {clashes && (
          <SeriesClashes {...{ clashes, count, zone, providerName, isSending }} onBookRest={bookRest} />
        )}
        <FormProblem text={problem} />
        {missing === undefined ? (
          <Button type="submit" loading={isSending}>
            <Trans context="make a booking">Book</Trans>
          </Button>
        ) : (
          <Text c="dimmed">{missing}</Text>
        )}
      </Stack>
    </form>
  )
}
