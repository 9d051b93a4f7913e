import { t } from '@lingui/core/macro'
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useCan } from '../../api/session.ts'
import { priceWords } from '../../forms/money.ts'
import { Card } from '../../ui/card.tsx'
import { notifyError } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type Category, type Entry, isProduct, KINDS, type Kind } from './kinds.ts'

interface Props {
  readonly kind: Kind
  readonly title: string
  readonly entries: readonly Entry[]
  readonly categories: readonly Category[]
  readonly onOpen: (entry: Entry | undefined) => void
}

/** The categories or products, in order. */
export function EntriesCard({ kind, title, entries, categories, onOpen }: Props) {
  const queryClient = useQueryClient()
  const canWrite = useCan('catalog:write')
  const { query, update } = KINDS[kind]
  const reorder = useMutation({
    mutationFn: async ({ id, by }: { id: string; by: -1 | 1 }) => {
      for (const { id: changed, position } of positionsAfter(entries, id, by))
        await update(changed, { position })
    },
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  const ordered = inOrder(entries)
  return (
    <Card
      title={title}
      action={
        canWrite && (
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => onOpen(undefined)}>
            {kind === 'category' ? t`New category` : t`New product`}
          </Button>
        )
      }
    >
      {ordered.length === 0 && (
        <Text c="dimmed">
          {kind === 'category'
            ? t({ message: 'None yet.', context: 'categories' })
            : t({ message: 'None yet.', context: 'products' })}
        </Text>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={title} style={{ listStyle: 'none' }}>
        {ordered.map((entry, index) => (
          <Group key={entry.id} component="li" justify="space-between" wrap="nowrap" gap="xs">
            <UnstyledButton
              style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}
              onClick={() => onOpen(entry)}
            >
              <Text fw={600}>{entry.name}</Text>
              <Text size="sm" c="dimmed">
                {detailsOf(entry, categories)}
              </Text>
            </UnstyledButton>
            {!entry.active && (
              <StatusBadge tone="warn">
                {t({ message: 'Hidden', context: 'not shown in the catalogue' })}
              </StatusBadge>
            )}
            {canWrite && (
              <MoveButtons
                name={entry.name}
                isFirst={index === 0}
                isLast={index === ordered.length - 1}
                isMoving={reorder.isPending}
                onMove={(by) => reorder.mutate({ id: entry.id, by })}
              />
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

interface MoveProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isMoving: boolean
  readonly onMove: (by: -1 | 1) => void
}

function MoveButtons({ name, isFirst, isLast, isMoving, onMove }: MoveProps) {
  const look = { variant: 'default', size: 36 } as const
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        {...look}
        aria-label={t`Move ${name} up`}
        disabled={isFirst || isMoving}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={t`Move ${name} down`}
        disabled={isLast || isMoving}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function detailsOf(entry: Entry, categories: readonly Category[]): string {
  if (!isProduct(entry)) return entry.description ?? ''
  const category = categories.find(({ id }) => id === entry.category_id)?.name
  return [category, entry.price && priceWords(entry.price), entry.sku].filter(Boolean).join(' · ')
}

interface Positioned {
  readonly id: string
  readonly position: number
}

/** In the order of the catalogue: by position, then the oldest first, as the API lists them. */
export const inOrder = <Item extends Positioned>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.position - other.position)

/** The positions that change when an item moves up (-1) or down (1). */
export function positionsAfter(items: readonly Positioned[], id: string, by: -1 | 1): Positioned[] {
  const ordered = inOrder(items)
  const from = ordered.findIndex((item) => item.id === id)
  const [item] = ordered.splice(from, 1)
  if (!item) return []
  ordered.splice(Math.max(0, from + by), 0, item)
  return ordered
    .map((one, position) => ({ id: one.id, position, before: one.position }))
    .filter(({ position, before }) => position !== before)
    .map(({ id: changed, position }) => ({ id: changed, position }))
}
