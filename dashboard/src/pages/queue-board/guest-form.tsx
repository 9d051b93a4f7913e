import { Button, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import type { Guest } from './line.ts'
import { lineQuery } from './queries.ts'

type Edited = Pick<Guest, 'name' | 'phone' | 'party_size' | 'notes'>

const valuesOf = ({ name, phone, party_size, notes }: Edited) => ({
  name,
  phone: phone ?? '',
  party_size,
  notes: notes ?? '',
})

const bodyOf = ({ name, phone, party_size, notes }: Edited) => ({
  name,
  phone: phone?.trim() || null,
  party_size,
  notes: notes?.trim() || null,
})

const callsOf = (id: string) => ({
  read: () => api.get('/v1/guests/{id}', { params: { path: { id } } }),
  async write(body: Schemas['GuestUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/v1/guests/{id}', { params, body })).data
  },
})

export function GuestForm({ guest }: { guest: Guest }) {
  const queryClient = useQueryClient()
  const canWrite = useCan('guests:write')
  const over = useSaveOver({ resource: guest, bodyOf, ...callsOf(guest.id) })
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: valuesOf(guest),
    validate: { name: needed('Enter a name') },
    submit: (values) => over.save(bodyOf(values)),
    onError: over.onError,
    async onSuccess() {
      await queryClient.invalidateQueries(lineQuery(guest.queue_id))
      notifyDone('Saved')
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <FormProblem text={problem} />
        <Clash
          {...{ over, bodyOf }}
          onKeepMine={onSubmit}
          onTakeTheirs={(now) => fields.setValues(valuesOf(now))}
        />
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
