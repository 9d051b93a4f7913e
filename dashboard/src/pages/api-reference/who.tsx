import { PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMe } from '../../api/session.ts'
import type { ApiOperation } from './document.ts'
import type { Sender } from './send.ts'

/** As whom calls are tried. It is in the memory of the page alone, and gone when that is left. */
export interface Who {
  readonly kind: 'session' | 'bearer'
  readonly secret: string
}

export const AS_ONESELF: Who = { kind: 'session', secret: '' }

/** As whom a call of an operation is sent; undefined: what is needed for that is missing. */
export function senderOf({ credentials }: ApiOperation, who: Who, csrfToken: string): Sender | undefined {
  if (credentials.length === 0) return { kind: 'nobody' }
  if (!takesBearer(credentials) || who.kind === 'session') return { kind: 'session', csrfToken }
  return who.secret === '' ? undefined : { kind: 'bearer', secret: who.secret }
}

const takesBearer = (credentials: ApiOperation['credentials']): boolean =>
  credentials.includes('apiKey') || credentials.includes('oauth')

interface Props {
  readonly operation: ApiOperation
  readonly who: Who
  readonly onChange: (who: Who) => void
}

/** Chooses as whom a call is sent, as far as the operation leaves a choice. */
export function WhoField({ operation: { credentials }, who, onChange }: Props) {
  const { email } = useMe().member
  if (credentials.length === 0) return <Text size="sm">Sent without a credential.</Text>
  if (!takesBearer(credentials)) return <Text size="sm">It is sent as you, {email}.</Text>
  const name = credentials.includes('apiKey') ? 'API key' : 'Access token'
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Sent as"
        value={who.kind}
        onChange={(kind) => onChange({ ...who, kind: kind as Who['kind'] })}
        data={[
          { value: 'session', label: 'As you' },
          { value: 'bearer', label: `With an ${name === 'API key' ? 'API key' : 'access token'}` },
        ]}
      />
      {who.kind === 'session' ? (
        <Text size="sm">Sent as you, {email}. It changes your organisation's data.</Text>
      ) : (
        <PasswordInput
          label={name}
          description="Kept only on this page and forgotten when you leave it."
          autoComplete="off"
          value={who.secret}
          onChange={({ currentTarget }) => onChange({ ...who, secret: currentTarget.value.trim() })}
        />
      )}
    </Stack>
  )
}
