import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMe } from '../../api/session.ts'
import type { ApiOperation } from './document.ts'
import type { Sender } from './send.ts'

/** The credential of the console. Kept only in memory, and gone when the page is left. */
export interface SenderChoice {
  readonly kind: 'session' | 'bearer'
  readonly secret: string
}

export const AS_MEMBER: SenderChoice = { kind: 'session', secret: '' }

/** The sender of a call; undefined if its key or token is missing. */
export function senderOf(
  { credentials }: ApiOperation,
  senderChoice: SenderChoice,
  csrfToken: string,
): Sender | undefined {
  if (credentials.length === 0) return { kind: 'nobody' }
  if (!takesBearer(credentials) || senderChoice.kind === 'session') return { kind: 'session', csrfToken }
  return senderChoice.secret === '' ? undefined : { kind: 'bearer', secret: senderChoice.secret }
}

const takesBearer = (credentials: ApiOperation['credentials']): boolean =>
  credentials.includes('apiKey') || credentials.includes('oauth')

interface Props {
  readonly operation: ApiOperation
  readonly senderChoice: SenderChoice
  readonly onChange: (senderChoice: SenderChoice) => void
}

/** Picks the credential of a call from those that the operation accepts. */
export function SenderField({ operation: { credentials }, senderChoice, onChange }: Props) {
  const { email } = useMe().member
  if (credentials.length === 0)
    return (
      <Text size="sm">
        <Trans>Sent without a credential.</Trans>
      </Text>
    )
  if (!takesBearer(credentials)) return <Text size="sm">{t`Sent as you, ${email}.`}</Text>
  const takesKey = credentials.includes('apiKey')
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t`Sent as`}
        value={senderChoice.kind}
        onChange={(kind) => onChange({ ...senderChoice, kind: kind as SenderChoice['kind'] })}
        data={[
          { value: 'session', label: t`As you` },
          { value: 'bearer', label: takesKey ? t`With an API key` : t`With an access token` },
        ]}
      />
      {senderChoice.kind === 'session' ? (
        <Text size="sm">{t`Sent as you, ${email}. It changes your organisation's data.`}</Text>
      ) : (
        <PasswordInput
          label={takesKey ? t`API key` : t`Access token`}
          description={t`Kept only on this page and forgotten when you leave it.`}
          autoComplete="off"
          value={senderChoice.secret}
          onChange={({ currentTarget }) => onChange({ ...senderChoice, secret: currentTarget.value.trim() })}
        />
      )}
    </Stack>
  )
}
