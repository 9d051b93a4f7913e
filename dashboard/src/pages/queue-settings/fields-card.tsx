import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Clash } from '../../forms/clash.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { type FieldEntry, FieldRow } from './field-row.tsx'
import { keyOf } from './key-of.ts'

type CustomField = Schemas['Queue']['custom_fields'][number]

const MAX = 20

const entryOf = ({ options = [], public: asked = false, ...field }: CustomField): FieldEntry => ({
  ...field,
  options: options.join(', '),
  public: asked,
})

const fieldOf = ({ options, key, ...entry }: FieldEntry): CustomField => ({
  ...entry,
  key: key ?? keyOf(entry.label),
  ...(entry.type === 'choice' && {
    options: options
      .split(',')
      .map((option) => option.trim())
      .filter(Boolean),
  }),
})

const bodyOf = ({ custom_fields }: Schemas['Queue']) => ({
  custom_fields: custom_fields.map((field) => fieldOf(entryOf(field))),
})

/** Custom fields for guests. The key of a new field is derived from its label and never changes. */
export function FieldsCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [entries, setEntries] = useState<readonly FieldEntry[]>(queue.custom_fields.map(entryOf))
  const body = { custom_fields: entries.map(fieldOf) }
  const over = useSaveOver({ resource: queue, bodyOf, ...queueCalls(queryClient, queue.id) })
  const fill = ({ custom_fields }: Schemas['Queue']) => setEntries(custom_fields.map(entryOf))
  const { isSaving, problem, errorAt, onSubmit } = useSave({
    save: () => over.save(body),
    onSaved: fill,
    onError: over.onError,
  })
  const add = () =>
    setEntries([
      ...entries,
      { key: undefined, label: '', type: 'text', required: false, public: false, options: '' },
    ])
  return (
    <Card title={t`Custom fields`} description={t`Extra questions for each guest.`}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormProblem text={problem} />
          <Clash {...{ over, bodyOf }} onKeepMine={onSubmit} onTakeTheirs={fill} />
          {entries.length === 0 && (
            <Text c="dimmed">
              <Trans context="no custom fields">None. Guests are asked for name, phone and party size.</Trans>
            </Text>
          )}
          {entries.map((entry, index) => (
            <FieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, as its label can change
              key={index}
              number={index + 1}
              entry={entry}
              onChange={(changed) => setEntries(entries.with(index, changed))}
              onRemove={() => setEntries(entries.toSpliced(index, 1))}
              errorAt={(part) => errorAt(`/custom_fields/${index}/${part}`)}
            />
          ))}
          <Group>
            <Button variant="default" disabled={entries.length >= MAX} onClick={add}>
              <Trans>Add a field</Trans>
            </Button>
          </Group>
          <SaveRow {...{ isSaving }} isChanged={over.isChanged(body)} />
        </Stack>
      </form>
    </Card>
  )
}
