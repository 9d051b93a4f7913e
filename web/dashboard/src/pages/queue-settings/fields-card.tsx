import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Clash } from '../../forms/clash.tsx'
import { entryOf, type FieldEntry, fieldOf } from '../../forms/custom-fields/entries.ts'
import { FieldsEditor } from '../../forms/custom-fields/fields-editor.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

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
          <FieldsEditor
            {...{ entries, hasPublic: true }}
            onChange={setEntries}
            verb={t`Add a field`}
            errorAt={(path) => errorAt(`/custom_fields/${path}`)}
          />
          <SaveRow {...{ isSaving }} isChanged={over.isChanged(body)} />
        </Stack>
      </form>
    </Card>
  )
}
