import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { Form } from '../../forms/form.tsx'
import { keyOf } from '../../forms/key-of.ts'
import { type Entered, NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'

interface Row {
  readonly key: string | undefined
  readonly name: string
  readonly level: Entered
}

const bodyOf = ({ priority_classes }: Schemas['Queue']) => ({ priority_classes })

/** Priority classes. The key of a new class is derived from its name and never changes. */
export function ClassesCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>(queue.priority_classes)
  const body = {
    priority_classes: rows.map(({ key, name, level }) => ({
      key: key ?? keyOf(name),
      name,
      level: numberNeeded(level),
    })),
  }
  const over = useSaveOver({ resource: queue, bodyOf, ...queueCalls(queryClient, queue.id) })
  const fill = (now: Schemas['Queue']) => setRows(now.priority_classes)
  const { errorAt, ...form } = useSave({
    save: () => over.save(body),
    onSaved: fill,
    onError: over.onError,
  })
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <Card title={t`Priority classes`} description={t`Guests in a class go before those in lower levels.`}>
      <Form of={form} over={over} fill={fill}>
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
        <SaveRow isSending={form.isSending} isChanged={over.isChanged(body)} />
      </Form>
    </Card>
  )
}
