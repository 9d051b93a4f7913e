import { Button, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { FormProblem } from '../../forms/form-problem.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import type { Guest } from './line.ts'
import { lineQuery } from './queries.ts'

export function GuestForm({ guest }: { guest: Guest }) {
  const queryClient = useQueryClient()
  const canWrite = useCan('guests:write')
  const { id, name, phone, party_size, notes } = guest
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { name, phone: phone ?? '', party_size, notes: notes ?? '' },
    validate: { name: needed('Enter a name') },
    submit: (values) => {
      const body = { ...values, phone: values.phone.trim() || null, notes: values.notes.trim() || null }
      return api.patch('/v1/guests/{id}', { params: { path: { id } }, body })
    },
    async onSuccess() {
      await queryClient.invalidateQueries(lineQuery(guest.queue_id))
      notifyDone('Saved')
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label="Name"
          readOnly={!canWrite}
          {...fields.getInputProps('name')}
        />
        <TextInput
          key={fields.key('phone')}
          label="Phone"
          type="tel"
          readOnly={!canWrite}
          {...fields.getInputProps('phone')}
        />
        <NumberInput
          key={fields.key('party_size')}
          label="Party"
          min={1}
          max={99}
          readOnly={!canWrite}
          {...fields.getInputProps('party_size')}
        />
        <Textarea
          key={fields.key('notes')}
          label="Notes"
          autosize
          minRows={2}
          maxLength={500}
          readOnly={!canWrite}
          {...fields.getInputProps('notes')}
        />
        {canWrite && (
          <Button type="submit" loading={isSending}>
            Save
          </Button>
        )}
      </Stack>
    </form>
  )
}
