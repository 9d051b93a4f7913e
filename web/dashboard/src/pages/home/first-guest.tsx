import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { api, type Schemas } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

interface Props {
  readonly queue: Schemas['Queue']
  readonly onDone: (guest: Schemas['AddedGuest']) => void
}

export function FirstGuest({ queue, onDone }: Props) {
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { name: '', phone: '', party_size: 2 },
    validate: { name: needed(t`Enter the guest's name`) },
    submit: async ({ phone, ...rest }) => {
      const body = { ...rest, phone: phone.trim() || null }
      return (await api.post('/v1/queues/{id}/guests', { params: { path: { id: queue.id } }, body })).data
    },
    onSuccess: onDone,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={2}>
          <Trans>Your first guest</Trans>
        </Title>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          size="md"
          autoComplete="off"
          autoFocus
          {...fields.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            key={fields.key('phone')}
            label={t`Phone`}
            description={t`Optional: for messages`}
            type="tel"
            size="md"
            autoComplete="off"
            {...fields.getInputProps('phone')}
          />
          <NumberInput
            key={fields.key('party_size')}
            label={t({ message: 'Party', context: 'number of people' })}
            description={t`Number of people`}
            min={1}
            max={99}
            size="md"
            {...fields.getInputProps('party_size')}
          />
        </SimpleGrid>
        <Button type="submit" size="md" loading={isSending}>
          <Trans>Add guest</Trans>
        </Button>
      </Stack>
    </form>
  )
}
