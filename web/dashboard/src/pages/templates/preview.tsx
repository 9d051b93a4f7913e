import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import type { Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { Draft } from './draft.ts'
import { previewQuery } from './queries.ts'

/** The message for a sample guest, updated shortly after typing stops. */
export function Preview({ words, isAllowed }: { words: Draft; isAllowed: boolean }) {
  const settled = useSettled(words)
  const query = previewQuery(settled)
  const { data, error } = useQuery({ ...query, enabled: isAllowed && settled.text.trim() !== '' })
  if (!isAllowed) return null
  return (
    <Stack gap="xs" component="section" aria-label={t`Preview`} miw={0}>
      <Text size="sm" fw={500}>
        <Trans>Preview</Trans>
      </Text>
      <Paper withBorder p="sm" bg="var(--usher-canvas)">
        {settled.text.trim() === '' || !data ? (
          <Text c="dimmed">
            <Trans>The guest's message appears here.</Trans>
          </Text>
        ) : (
          <>
            {data.subject && <Text fw={600}>{data.subject}</Text>}
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.text}</Text>
          </>
        )}
      </Paper>
      {error ? (
        <Text role="alert" c="var(--usher-bad-text)" size="sm">
          {faultOf(error)}
        </Text>
      ) : (
        data && <Size sms={data.sms} />
      )}
    </Stack>
  )
}

const faultOf = (error: Error): string =>
  error instanceof UsherError && error.errors.length > 0
    ? error.errors.map(({ message }) => message).join('; ')
    : messageOf(error)

function Size({ sms }: { sms: Schemas['TemplatePreview']['sms'] }) {
  const { segments, units, encoding, ucs2_characters } = sms
  return (
    <>
      <Text size="sm" role="status">
        {t`${plural(segments, { one: '# segment', other: '# segments' })} as an SMS (${plural(units, { one: '# unit', other: '# units' })}, ${encoding})`}
      </Text>
      {ucs2_characters.length > 0 && (
        <Text size="sm" c="var(--usher-warn-text)">
          {t`${{ characters: ucs2_characters.join(' ') }} shorten each segment to 70 characters instead of 160.`}
        </Text>
      )}
    </>
  )
}
