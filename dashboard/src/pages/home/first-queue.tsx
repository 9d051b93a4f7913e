import { Button, NumberInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

export function FirstQueue({ onDone }: { onDone: (queue: Schemas['Queue']) => void }) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { name: 'Main queue', service_minutes: 15, servers: 1 },
    validate: { name: needed('Enter a name') },
    submit: async (body) => (await api.post('/v1/queues', { body })).data,
    async onSuccess(queue) {
      onDone(queue)
      await queryClient.invalidateQueries(queuesQuery)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Title order={2}>Your queue</Title>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label="Name"
          description="Shown to guests"
          size="md"
          autoFocus
          {...fields.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            key={fields.key('service_minutes')}
            label="Minutes per party"
            description="Average time to serve one party"
            min={1}
            max={1440}
            size="md"
            {...fields.getInputProps('service_minutes')}
          />
          <NumberInput
            key={fields.key('servers')}
            label="Parties served at once"
            description="Number of tables, rooms or staff"
            min={1}
            max={1000}
            size="md"
            {...fields.getInputProps('servers')}
          />
        </SimpleGrid>
        <Button type="submit" size="md" loading={isSending}>
          Create queue
        </Button>
      </Stack>
    </form>
  )
}
