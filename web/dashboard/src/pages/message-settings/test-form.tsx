import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

type Result = Schemas['MessageProviderTestResult']

/** Sends a test message and shows the result. */
export function TestForm({ provider }: { provider: Schemas['MessageProvider'] }) {
  const [result, setResult] = useState<Result>()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { to: '' },
    validate: { to: needed(t`Enter a number or address`) },
    submit: async (body) => {
      setResult(undefined)
      const params = { path: { id: provider.id } }
      return (await api.post('/account/message-providers/{id}/test', { params, body })).data
    },
    onSuccess: setResult,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text c="dimmed">{t`Sends a short text through ${{ provider: provider.name }} now.`}</Text>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('to')}
          label={t({ message: 'To', context: 'recipient of a message' })}
          description={t`Your number or e-mail address`}
          data-autofocus
          {...fields.getInputProps('to')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Send test</Trans>
        </Button>
        {result && (
          <Alert role="status" variant="outline" color={result.outcome === 'sent' ? 'teal' : 'red'}>
            {result.message}
            {result.provider_code && ` (${result.provider_code})`}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
