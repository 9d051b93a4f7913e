import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { KINDS, LOCALES, languageOf, occasionName } from '../messages/occasions.ts'
import { MessageSections } from '../messages/sections.tsx'
import { type Draft, draftOf, EMPTY_DRAFT } from './draft.ts'
import { previewQuery, templatesQuery } from './queries.ts'
import { TemplateEditor } from './template-editor.tsx'

type Template = Schemas['Template']

/** The message templates, by occasion and language. */
export function Page() {
  const { data: all } = useSuspenseQuery(templatesQuery)
  const mayChange = useCan('notifications:send')
  const [locale, setLocale] = useState<Template['locale']>('en')
  const [draft, setDraft] = useState<Draft>()
  return (
    <>
      <PageHeader
        title={t`Templates`}
        actions={
          <>
            <NativeSelect
              aria-label={t`Language`}
              data={LOCALES.map((value) => ({ value, label: languageOf(value) }))}
              value={locale}
              onChange={(event) => setLocale(event.currentTarget.value as Template['locale'])}
            />
            {mayChange && (
              <Button
                leftSection={<Plus size={18} aria-hidden />}
                onClick={() => setDraft({ ...EMPTY_DRAFT, locale })}
              >
                <Trans>New template</Trans>
              </Button>
            )}
          </>
        }
      />
      <MessageSections />
      <ByOccasion
        shown={all.filter((one) => one.locale === locale)}
        standard={standardOf(all)}
        onOpen={setDraft}
      />
      <Modal opened={draft !== undefined} onClose={() => setDraft(undefined)} size="xl" title={t`Template`}>
        {draft && (
          <TemplateEditor
            draft={draft}
            standard={standardOf(all)}
            mayChange={mayChange}
            onClose={() => setDraft(undefined)}
          />
        )}
      </Modal>
    </>
  )
}

/** Built-in templates declare no variables of their own. */
const standardOf = (all: readonly Template[]): readonly string[] =>
  all.find(({ is_default }) => is_default)?.variables ?? []

interface ByOccasionProps {
  readonly shown: readonly Template[]
  readonly standard: readonly string[]
  readonly onOpen: (draft: Draft) => void
}

function ByOccasion({ shown, standard, onOpen }: ByOccasionProps) {
  const hasExamples = useCan('notifications:send')
  if (shown.length === 0) {
    return (
      <EmptyState icon={FileText} title={t`No template in this language`}>
        <Trans>Guests get the English text instead.</Trans>
      </EmptyState>
    )
  }
  return (
    <Stack maw={820} gap="md">
      {hasExamples && <Text c="dimmed">{t`Shown as an example guest, Ada Lovelace, would get them.`}</Text>}
      {KINDS.map((kind) => ({ kind, own: shown.filter((one) => one.kind === kind) }))
        .filter(({ own }) => own.length > 0)
        .map(({ kind, own }) => (
          <Card key={kind} title={occasionName(kind)}>
            <Stack gap="xs">
              {own.map((one) => (
                <TemplateRow
                  key={one.id}
                  template={one}
                  words={draftOf(one, standard)}
                  hasExample={hasExamples}
                  onOpen={onOpen}
                />
              ))}
            </Stack>
          </Card>
        ))}
    </Stack>
  )
}

interface Props {
  readonly template: Schemas['Template']
  readonly words: Draft
  /** Filling in a template takes the permission to send. */
  readonly hasExample: boolean
  readonly onOpen: (words: Draft) => void
}

/** A template as a sample guest gets it, or with its placeholders where it cannot be filled in. */
function TemplateRow({ template, words, hasExample, onOpen }: Props) {
  const { data, isLoading } = useQuery({ ...previewQuery(words), enabled: hasExample })
  const { subject, text } = data ?? template
  return (
    <RowButton onClick={() => onOpen(words)}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{template.name}</Text>
        {template.is_default && <StatusBadge tone="good">{t`Built in`}</StatusBadge>}
      </Group>
      {isLoading ? (
        <Skeleton h="3.5rem" mt={6} aria-busy />
      ) : (
        <>
          {subject && (
            <Text size="sm" c="dimmed">
              {t({ message: `Subject: ${subject}`, context: 'of an e-mail' })}
            </Text>
          )}
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </>
      )}
    </RowButton>
  )
}
