import { t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { locale } from '../language/language.ts'
import { scopeText } from '../scopes/words.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/dialog-button.tsx'
import { Part } from '../ui/part.tsx'
import { timeText } from '../ui/time.ts'
import type { Grants } from './queries.ts'

type Grant = Schemas['OAuthGrant']

interface Props {
  readonly title: string
  readonly description: string
  readonly grants: Grants
  /** Whether to name the member who connected the application. */
  readonly showsMember?: boolean
}

/** Connected applications with their scopes and a button to disconnect. */
export function GrantsCard({ title, description, ...props }: Props) {
  return (
    <Card title={title} description={description}>
      <Part>
        <GrantList {...props} />
      </Part>
    </Card>
  )
}

function GrantList({ grants: { query, end }, showsMember = false }: Pick<Props, 'grants' | 'showsMember'>) {
  const { data: found, refetch } = useSuspenseQuery(query)
  return (
    <Stack gap="sm">
      {found.length === 0 && <Text c="dimmed">{t`No connected applications.`}</Text>}
      {found.map((grant) => (
        <GrantRow
          key={grant.id}
          grant={grant}
          showsMember={showsMember}
          end={() => end(grant.id)}
          onEnded={async () => void (await refetch())}
        />
      ))}
    </Stack>
  )
}

interface RowProps {
  readonly grant: Grant
  readonly showsMember: boolean
  readonly end: () => Promise<unknown>
  readonly onEnded: () => Promise<void>
}

function GrantRow({ grant, showsMember, end, onEnded }: RowProps) {
  const name = grant.client_name ?? t`Deleted application`
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text lineClamp={1}>{name}</Text>
        {grant.self_registered && (
          <Text size="sm" c="dimmed">{t`Registered itself: it chose its name.`}</Text>
        )}
        <Text size="sm" c="dimmed">
          {connectedText(grant, showsMember)} · {permissionsText(grant)}
        </Text>
      </div>
      <ConfirmButton
        flex="none"
        label={t`Disconnect ${name}`}
        verb={t`Disconnect`}
        run={end}
        onDone={onEnded}
      >
        {showsMember ? t`It can no longer act for this member.` : t`It can no longer act.`}
      </ConfirmButton>
    </Group>
  )
}

function connectedText({ created_at, member_name }: Grant, showsMember: boolean): string {
  const time = timeText(created_at)
  if (!showsMember) return t`Connected ${time}`
  return member_name === null
    ? t`Connected ${time} by a former member`
    : t`Connected ${time} by ${{ member: member_name }}`
}

const list = new Intl.ListFormat(locale, { style: 'narrow' })

const permissionsText = ({ scopes }: Grant): string =>
  scopes.length > 0 ? list.format(scopes.map(scopeText)) : t`No permissions`
