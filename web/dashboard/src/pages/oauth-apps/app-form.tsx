import { t } from '@lingui/core/macro'
import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { API_VERSION } from '@usher/sdk/client'
import type { Schemas } from '../../api/client.ts'
import { needed, someNeeded } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect } from '../../forms/version-select.tsx'
import { ScopePicker } from '../../scopes/scope-picker.tsx'
import type { ApiScope } from '../../scopes/words.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

interface Props<Answer> {
  /** What is there now; undefined for a new one. */
  readonly client?: Schemas['OAuthClient']
  readonly verb: string
  readonly submit: (body: Schemas['OAuthClientCreate']) => Promise<Answer>
  readonly onSuccess: (answer: Answer) => void | Promise<void>
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An application: name, kind (which never changes), addresses, scopes. */
export function AppForm<Answer>({ client, verb, submit, onSuccess }: Props<Answer>) {
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: {
      name: client?.name ?? '',
      type: client?.type ?? ('confidential' as Schemas['OAuthClient']['type']),
      redirect_uris: client?.redirect_uris.join('\n') ?? '',
      scopes: client?.scopes ?? ([] as ApiScope[]),
      api_version: (client?.api_version ?? API_VERSION) as ApiVersion,
    },
    validate: { name: needed(t`Enter a name`), scopes: someNeeded(t`Choose at least one scope`) },
    submit: ({ redirect_uris, ...rest }) => submit({ ...rest, redirect_uris: linesOf(redirect_uris) }),
    onSuccess,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          description={t`Shown when people are asked for consent`}
          data-autofocus
          {...fields.getInputProps('name')}
        />
        {!client && (
          <Radio.Group key={fields.key('type')} label={t`Kind`} {...fields.getInputProps('type')}>
            <Stack gap="xs" pt={4}>
              <Radio value="confidential" label={t`Confidential: runs on a server and keeps a secret`} />
              <Radio value="public" label={t`Public: cannot keep a secret and uses PKCE`} />
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          key={fields.key('redirect_uris')}
          label={t`Redirect URIs`}
          description={t`One per line. Where people return after consent. Leave empty for client credentials only.`}
          autosize
          minRows={2}
          {...fields.getInputProps('redirect_uris')}
        />
        <VersionSelect
          key={fields.key('api_version')}
          description={t`For requests with its tokens that name no version`}
          {...fields.getInputProps('api_version')}
        />
        <ScopePicker key={fields.key('scopes')} {...fields.getInputProps('scopes')} />
        <Button type="submit" loading={isSending}>
          {verb}
        </Button>
      </Stack>
    </form>
  )
}
