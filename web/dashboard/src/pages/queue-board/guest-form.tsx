import { t } from '@lingui/core/macro'
import { Button, NumberInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { CustomFields, DetailFields } from './detail-fields.tsx'
import { detailsOf, flatBodyOf, updateOf } from './guest-details.ts'
import type { Guest } from './line.ts'
import { lineQuery } from './queries.ts'

const callsOf = (id: string) => ({
  read: () => api.get('/v1/guests/{id}', { params: { path: { id } } }),
  async write(changes: Record<string, unknown>, etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/v1/guests/{id}', { params, body: updateOf(changes) })).data
  },
})

/** The details of a guest. */
export function GuestForm({ guest, queue }: { guest: Guest; queue: Schemas['Queue'] }) {
  const bodyOfGuest = (of: Guest) => flatBodyOf(detailsOf(of, queue), queue)
  const queryClient = useQueryClient()
  // Whoever has left is not changed any more.
  const canWrite = useCan('guests:write') && guest.position !== null
  const over = useSaveOver({ resource: guest, bodyOf: bodyOfGuest, ...callsOf(guest.id) })
  const { fields, setSaved, problem, isSending, onSubmit } = useApiForm({
    initialValues: detailsOf(guest, queue),
    validate: { name: needed(t`Enter a name`) },
    submit: (values) => over.save(flatBodyOf(values, queue)),
    onError: over.onError,
    async onSuccess() {
      await queryClient.invalidateQueries(lineQuery(guest.queue_id))
      notifyDone(t`Saved`)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <FormProblem text={problem} />
        <Clash
          over={over}
          bodyOf={bodyOfGuest}
          onKeepMine={onSubmit}
          onTakeTheirs={(now) => setSaved(detailsOf(now, queue))}
        />
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          readOnly={!canWrite}
          {...fields.getInputProps('name')}
        />
        <TextInput
          key={fields.key('phone')}
          label={t`Phone`}
          type="tel"
          readOnly={!canWrite}
          {...fields.getInputProps('phone')}
        />
        <NumberInput
          key={fields.key('party_size')}
          label={t({ message: 'Party', context: 'number of people' })}
          min={1}
          max={99}
          readOnly={!canWrite}
          {...fields.getInputProps('party_size')}
        />
        <DetailFields {...{ queue, form: fields, readOnly: !canWrite }} />
        <CustomFields {...{ queue, form: fields, readOnly: !canWrite }} />
        {canWrite && <Button type="submit" loading={isSending}>{t`Save`}</Button>}
      </Stack>
    </form>
  )
}
