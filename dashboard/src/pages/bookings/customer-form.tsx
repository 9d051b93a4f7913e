import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { UsherError } from '@usher/sdk/client'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Refused, refusalOf } from './refused.tsx'
import type { Choice } from './slot-picker.tsx'

interface Props {
  readonly serviceTypeId: string
  /** undefined: no time is chosen yet. */
  readonly choice: Choice | undefined
  readonly zone: string
  /** Whether the dialog opens with the focus here. */
  readonly hasFocus: boolean
  readonly providerName: (id: string) => string
  readonly onChoose: (choice: Choice) => void
  readonly onDone: () => void
}

/** Who a time is booked for. */
export function CustomerForm(props: Props) {
  const { choice, zone, hasFocus, providerName, onChoose } = props
  const { fields, problem, isSending, onSubmit, refusal, forgetRefusal } = useBookingForm(props)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {refusal && (
          <Refused
            {...{ refusal, zone, providerName }}
            onChoose={(other) => {
              forgetRefusal()
              onChoose(other)
            }}
          />
        )}
        <FormProblem text={problem} />
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
        {choice ? (
          <Button type="submit" loading={isSending}>
            <Trans context="make a booking">Book</Trans>
          </Button>
        ) : (
          <Text c="dimmed">
            <Trans>Choose a time to book.</Trans>
          </Text>
        )}
      </Stack>
    </form>
  )
}

function useBookingForm({ serviceTypeId, choice, onDone }: Props) {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<UsherError>()
  const form = useApiForm({
    initialValues: { name: '', phone: '', email: '', notes: '' },
    validate: { name: needed(t`Enter a name`) },
    nested: ['customer'],
    async submit({ name, phone, email, notes }) {
      if (!choice) return
      await api.post('/api/bookings', {
        body: {
          service_type_id: serviceTypeId,
          ...choice,
          customer: { name, phone: phone.trim() || null, email: email.trim() || null },
          notes: notes.trim() || null,
          source: 'dashboard',
        },
      })
      onDone()
      notifyDone(t`Booked`)
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    onError(error) {
      setRefusal(refusalOf(error))
      return refusalOf(error) !== undefined
    },
  })
  return { ...form, refusal, forgetRefusal: () => setRefusal(undefined) }
}
