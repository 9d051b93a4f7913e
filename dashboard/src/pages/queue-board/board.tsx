import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { BellRing, Search, UserRoundPlus, Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { AddForm } from './add-form.tsx'
import styles from './board.module.css'
import { EnteredList } from './entered-list.tsx'
import { GuestDrawer } from './guest-drawer.tsx'
import { GuestList } from './guest-list.tsx'
import { type Filter, isShown, type Line, nextToCall } from './line.ts'
import { type Entered, useAdding } from './use-adding.ts'
import { useGuestActions } from './use-guest-actions.ts'

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'notified', label: 'Called' },
  { value: 'here', label: 'Here' },
]

/** Adding, finding and serving the guests of a line. */
export function Board({ queue, line }: { queue: Schemas['Queue']; line: Line }) {
  const canWrite = useCan('guests:write')
  const actions = useGuestActions(queue.id)
  const { entered, add, drop } = useAdding(queue.id)
  const [draft, setDraft] = useState<Entered['body']>()
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useState('')
  const [openId, setOpenId] = useState<string>()
  const shown = useMemo(() => line.filter((guest) => isShown(guest, filter, search)), [line, filter, search])
  const next = nextToCall(line)
  const close = useCallback(() => setOpenId(undefined), [])
  const correct = (one: Entered) => {
    drop(one.key)
    setDraft(one.body)
  }
  return (
    <Stack gap="md" className={styles.board}>
      {canWrite && <AddForm queue={queue} draft={draft} onAdd={add} />}
      <EnteredList entered={entered} onCorrect={correct} onDrop={({ key }) => drop(key)} />
      <Group justify="space-between" gap="sm">
        <Group gap="sm" className={styles.find}>
          <SegmentedControl
            aria-label="Show"
            data={[...FILTERS]}
            value={filter}
            onChange={(value) => setFilter(value as Filter)}
          />
          <TextInput
            aria-label="Search"
            placeholder="Name, phone or tag"
            leftSection={<Search size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </Group>
        {canWrite && (
          <Button
            className={styles.callNext}
            leftSection={<BellRing size={18} aria-hidden />}
            disabled={!next}
            onClick={() => next && actions.callNext(next.id)}
          >
            Call next
          </Button>
        )}
      </Group>
      {shown.length > 0 ? (
        <GuestList
          line={shown}
          actions={actions}
          canWrite={canWrite}
          count={line.length}
          onOpen={setOpenId}
        />
      ) : (
        <Nobody isEmpty={line.length === 0} />
      )}
      <GuestDrawer guest={line.find(({ id }) => id === openId)} onClose={close} />
    </Stack>
  )
}

function Nobody({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <EmptyState icon={UserRoundPlus} title="Nobody is waiting">
        Enter a name above: the guest has a place and an estimated wait at once.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Users} title="No guest matches">
      Choose another filter, or search for something else.
    </EmptyState>
  )
}
