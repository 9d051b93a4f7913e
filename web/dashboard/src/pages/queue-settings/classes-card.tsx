import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Form } from '../../forms/form.tsx'
import { keyOf } from '../../forms/key-of.ts'
import { type Entered, NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'

interface Row {
  readonly key: string | undefined
  readonly name: string
  readonly level: Entered
}

const valuesOf = ({ priority_classes }: Schemas['Queue']): { priority_classes: Row[] } => ({
  priority_classes,
})

const bodyOf = ({ priority_classes }: { priority_classes: Row[] }) => ({
  priority_classes: priority_classes.map(({ key, name, level }) => ({
    key: key ?? keyOf(name),
    name,
    level: numberNeeded(level),
  })),
})

/** Priority classes. The key of a new class is derived from its name and never changes. */
export function ClassesCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const { values, fields, setSaved, errorAt, ...form } = useEditForm({
    resource: queue,
    valuesOf,
    bodyOf,
    rows: ['priority_classes'],
    onSuccess(saved) {
      notifyDone(t`Saved.`)
      setSaved(valuesOf(saved))
    },
    ...queueCalls(queryClient, queue.id),
  })
  const rows = values.priority_classes
  const setRows = (changed: Row[]) => fields.setFieldValue('priority_classes', changed)
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <Card title={t`Priority classes`} description={t`Guests in a class go before those in lower levels.`}>
      <Form of={form}>
        {rows.length === 0 && (
          <Text c="dimmed">
            {t({
              message: 'None. Guests are served in the order they join.',
              context: 'no priority classes',
            })}
          </Text>
        )}
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, as its name can change
          <Group key={index} align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              aria-label={t`Name of class ${{ number: index + 1 }}`}
              placeholder={t`Name`}
              value={row.name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              error={errorAt(`/priority_classes/${index}/name`) ?? errorAt(`/priority_classes/${index}/key`)}
              flex={1}
            />
            <NumberField
              aria-label={t`Level of class ${{ number: index + 1 }}, 1 to 9, higher goes first`}
              placeholder="1–9"
              value={row.level}
              max={9}
              onChange={(level) => change(index, { level })}
              error={errorAt(`/priority_classes/${index}/level`)}
              w={88}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t`Remove class ${{ name: row.name || index + 1 }}`}
              onClick={() => setRows(rows.toSpliced(index, 1))}
            >
              <Trash2 size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            disabled={rows.length >= 9}
            onClick={() => setRows([...rows, { key: undefined, name: '', level: rows.length + 1 }])}
          >
            <Trans>Add a class</Trans>
          </Button>
        </Group>
        <SaveRow of={form} />
      </Form>
    </Card>
  )
}
