import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Group,
  Input,
  Loader,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { BellRing, Search, UserRoundPlus, Users } from 'lucide-react'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Later, LaterMenu } from '../../ui/later.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { useShownZone } from '../../ui/shown-zone.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useTitle } from '../../ui/use-title.ts'
import { AddForm, type AddFormProps, type Draft } from './add-form.tsx'
import styles from './board.module.css'
import { GuestList } from './guest-list.tsx'
import { GuestFacts } from './guest-row.tsx'
import { boardParts } from './later.ts'
import type { LeftTodayProps } from './left-today.tsx'
import {
  byTurn,
  type Filter,
  type Guest,
  isShown,
  type Line,
  nextToCall,
  rangeOf,
  tableFor,
  tablesOf,
} from './line.ts'
import { NextForButton } from './menu-buttons.tsx'
import { oneLineQuery, turnsOf } from './one-line.ts'
import { guestQuery, leftQuery } from './queries.ts'
import { minutesLate } from './row-times.ts'
import { type Entered, useAdding } from './use-adding.ts'
import { useGuestActions } from './use-guest-actions.ts'
import { useShortcuts, useShortcutsSwitch } from './use-shortcuts.ts'
import { useSound } from './use-sound.ts'

const viewsOf = (unread: number, late: number, view: View): { value: View; label: string }[] => [
  { value: 'all', label: t({ message: 'All', context: 'guests in the line' }) },
  { value: 'waiting', label: t({ message: 'Waiting', context: 'guests in the line' }) },
  { value: 'notified', label: t({ message: 'Called', context: 'guests in the line' }) },
  { value: 'here', label: t({ message: 'Here', context: 'guests in the line' }) },
  { value: 'unread', label: unread === 0 ? t`Unread` : t`Unread (${unread})` },
  // Only while there are any: the bar is full.
  ...(late > 0 || view === 'late' ? [{ value: 'late' as const, label: t`Late (${late})` }] : []),
  { value: 'left', label: t({ message: 'Left', context: 'guests who have left the line' }) },
]

const NO_WHYS: ReadonlyMap<string, string> = new Map()

interface BoardProps {
  readonly queue: Schemas['Queue']
  readonly line: Line
  readonly onHelp: () => void
}

/** Adding, finding and serving the guests of a line. */
export function Board({ queue, line: stored, onHelp }: BoardProps) {
  const canWrite = useCan('guests:write')
  const actions = useGuestActions(queue.id)
  const { entered, add, drop } = useAdding(queue)
  const [draft, setDraft] = useState<Draft>()
  const [view, setView] = useState<View>('all')
  const [search, setSearch] = useState('')
  const [table, setTable] = useState<number>()
  const [openId, setOpenId] = useState<string>()
  const [transferId, setTransferId] = useState<string>()
  const [openLeft, setOpenLeft] = useState<Guest>()
  const [address, setAddress] = useSearchParams()
  const linkedId = address.get('guest') ?? ''
  const { data: linked } = useQuery({ ...guestQuery(linkedId), enabled: linkedId !== '' })
  const { data: oneLine } = useQuery({ ...oneLineQuery(queue.id), enabled: queue.bookings !== null })
  const turns = queue.bookings && oneLine
  const line = useMemo(() => (turns ? byTurn(stored, turnsOf(turns)) : stored), [stored, turns])
  const { shown, lateCount } = useShownLine(line, { view, search, table })
  const unread = useMemo(() => line.filter(({ unread_reply_at }) => unread_reply_at !== null).length, [line])
  useTitle(unread === 0 ? queue.name : `(${unread}) ${queue.name}`)
  // Where a place is kept nobody is next; who asks all the same is told until when.
  const nextId = oneLine?.next?.guest_id ?? nextToCall(line)?.id
  const parts = useSyncExternalStore(boardParts.subscribe, boardParts.current)
  const whys = useMemo(() => parts?.whysOf(oneLine) ?? NO_WHYS, [parts, oneLine])
  const callNext = () => nextId && actions.callNext(nextId)
  const callFor = (seats: number) => {
    const next = nextToCall(line, seats)
    if (next) actions.callOnce(next.id)
    else notifyDone(t`No party for a table of ${seats} is waiting`)
  }
  const [hasKeys] = useShortcutsSwitch()
  const searchInput = useRef<HTMLInputElement>(null)
  const [focusRequests, setFocusRequests] = useState(0)
  useSound(line, entered.length > 0)
  useShortcuts({
    add: () => setFocusRequests((count) => count + 1),
    callNext: () => void (canWrite && callNext()),
    callFor: (seats) => void (canWrite && callFor(seats)),
    search: () => searchInput.current?.focus(),
    help: onHelp,
  })
  const close = useCallback(() => {
    setOpenId(undefined)
    setOpenLeft(undefined)
    setAddress({}, { replace: true })
  }, [setAddress])
  const opened =
    line.find(({ id }) => id === (openId ?? linkedId)) ?? openLeft ?? (linkedId ? linked : undefined)
  const transferred = line.find(({ id }) => id === transferId)
  const tables = tablesOf(queue)
  const { priority_classes, custom_fields } = queue
  // The queue changes with each guest, the names hardly ever.
  const names = useMemo(() => ({ priority_classes, custom_fields }), [priority_classes, custom_fields])
  const left = { queueId: queue.id, search, canWrite, onOpen: setOpenLeft }
  const addNew = (body: Schemas['GuestCreate']) => {
    setDraft(undefined)
    add(body)
  }
  const correct = (one: Entered) => {
    drop(one.key)
    setDraft({ body: one.body, errors: one.errors ?? {} })
  }
  return (
    <Stack gap="md" className={styles.board}>
      {canWrite && <AddGuest queue={queue} draft={draft} focusRequests={focusRequests} onAdd={addNew} />}
      <Later of={boardParts} isWanted={queue.bookings !== null}>
        {({ ExpectedList }) => queue.bookings && <ExpectedList queueId={queue.id} />}
      </Later>
      <EnteredList entered={entered} onCorrect={correct} onDrop={({ key }) => drop(key)} />
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div className={styles.find}>
          <SegmentedControl
            className={styles.views}
            aria-label={t({ message: 'Show', context: 'which guests to show' })}
            data={viewsOf(unread, lateCount, view)}
            value={view}
            onChange={(value) => setView(value as View)}
          />
          <TextInput
            ref={searchInput}
            className={styles.search}
            aria-label={t`Search`}
            aria-keyshortcuts={hasKeys ? '/' : undefined}
            placeholder={t`Name, phone or tag`}
            leftSection={<Search size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {tables.length > 1 && (
            <Input
              component="select"
              className={styles.parties}
              aria-label={t`Party size`}
              value={table ?? ''}
              onChange={({ currentTarget: { value } }) => setTable(value === '' ? undefined : Number(value))}
            >
              <option value="">{t`All parties`}</option>
              {rangesOf(tables).map(([seats, people]) => (
                <option key={seats} value={seats}>
                  {t`Party of ${people}`}
                </option>
              ))}
            </Input>
          )}
        </div>
        {canWrite && (
          <Group className={styles.callNext} gap={4} wrap="nowrap">
            <Button
              flex={1}
              leftSection={<BellRing size={18} aria-hidden />}
              disabled={!nextId}
              aria-keyshortcuts={hasKeys ? 'N' : undefined}
              onClick={callNext}
            >
              <Trans>Call next</Trans>
            </Button>
            {tables.length > 1 && (
              <LaterMenu of={boardParts} button={<NextForButton />}>
                {({ NextForMenu }) => <NextForMenu queue={queue} line={line} onCall={callFor} />}
              </LaterMenu>
            )}
          </Group>
        )}
      </Group>
      <VisuallyHidden role="status">
        {unread > 0 && plural(unread, { one: '# unread reply', other: '# unread replies' })}
      </VisuallyHidden>
      {view === 'left' && (
        <Part>
          <Later of={boardParts} isWanted>
            {({ LeftToday }) => <LeftToday {...left} />}
          </Later>
        </Part>
      )}
      {view !== 'left' && shown.length > 0 && (
        <GuestList
          line={shown}
          actions={actions}
          canWrite={canWrite}
          names={names}
          count={line.length}
          whys={whys}
          isInOrder={view !== 'late'}
          onOpen={setOpenId}
          onTransfer={setTransferId}
        />
      )}
      {view !== 'left' && (
        <FoundAmongLeft {...left}>
          {shown.length === 0 && <Nobody isEmpty={line.length === 0} />}
        </FoundAmongLeft>
      )}
      <Later of={boardParts} isWanted={opened !== undefined}>
        {({ GuestDrawer }) => (
          <GuestDrawer
            guest={opened}
            queue={queue}
            actions={actions}
            facts={opened && <GuestFacts guest={opened} why="" names={queue} />}
            onClose={close}
          />
        )}
      </Later>
      <Later of={boardParts} isWanted={transferred !== undefined}>
        {({ TransferDialog }) =>
          transferred && <TransferDialog guest={transferred} onClose={() => setTransferId(undefined)} />
        }
      </Later>
    </Stack>
  )
}

function Nobody({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <EmptyState icon={UserRoundPlus} title={t`Nobody is waiting`}>
        <Trans>Enter a name above: the guest has a place and an estimated wait at once.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Users} title={t`No guest matches`}>
      <Trans>Choose another filter, or search for something else.</Trans>
    </EmptyState>
  )
}

/** The form to add guests. On a phone it is opened by a button; what was typed stays when it is not shown. */
function AddGuest({ focusRequests = 0, ...props }: AddFormProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const isShown = !isNarrow || isOpen
  useEffect(() => {
    if (props.draft || focusRequests > 0) setOpen(true)
  }, [props.draft, focusRequests])
  const open = () => {
    setOpen(true)
    setOpenings((count) => count + 1)
  }
  return (
    <>
      {!isShown && (
        <Button
          variant="default"
          fullWidth
          leftSection={<UserRoundPlus size={18} aria-hidden />}
          onClick={open}
        >
          <Trans>Add a guest</Trans>
        </Button>
      )}
      <div hidden={!isShown}>
        <AddForm
          {...props}
          focusRequests={isShown ? openings + focusRequests : 0}
          {...(isNarrow && { onClose: () => setOpen(false) })}
        />
      </div>
    </>
  )
}

interface EnteredListProps {
  readonly entered: readonly Entered[]
  readonly onCorrect: (entered: Entered) => void
  readonly onDrop: (entered: Entered) => void
}

/** Guests who were entered and are not known to be in the line: being sent, or refused and why. */
function EnteredList({ entered, onCorrect, onDrop }: EnteredListProps) {
  if (entered.length === 0) return null
  return (
    <Stack gap="xs" role="status" aria-label={t`Being added`}>
      {entered.map((one) => (
        <Paper
          key={one.key}
          withBorder
          px="md"
          py="xs"
          bg={one.problem ? 'var(--usher-bad-soft)' : 'var(--usher-surface)'}
        >
          <Group justify="space-between" wrap="nowrap">
            <Text>
              <Text span fw={600}>
                {one.body.name}
              </Text>{' '}
              {one.problem ? (
                <Text span c="var(--usher-bad-text)">
                  {one.problem}
                </Text>
              ) : (
                <Text span c="dimmed">{t`is being added`}</Text>
              )}
            </Text>
            {one.problem ? (
              <Group gap="xs" wrap="nowrap">
                <Button onClick={() => onCorrect(one)}>
                  {t({ message: 'Correct', context: 'correct what was entered' })}
                </Button>
                <Button variant="default" onClick={() => onDrop(one)}>{t`Discard`}</Button>
              </Group>
            ) : (
              <Loader size="sm" aria-hidden />
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

/** Shorter words find too many. */
const MIN_SEARCHED = 2

/** Guests who left today and match a search; the children if there are none. */
function FoundAmongLeft({ search, children, ...list }: LeftTodayProps & { children: ReactNode }) {
  const words = search.trim()
  const zone = useShownZone()
  const { data: guests = [] } = useQuery({
    ...leftQuery(list.queueId, zone, words),
    enabled: words.length >= MIN_SEARCHED,
  })
  if (words.length < MIN_SEARCHED || guests.length === 0) return children
  return (
    <>
      <Title order={2} size="h4">{t`Left today`}</Title>
      <Later of={boardParts} isWanted>
        {({ LeftList }) => <LeftList guests={guests} {...list} />}
      </Later>
    </>
  )
}

/** For each size of table the parties that need it, such as 3–4; last, as 0, those that no table seats. */
function rangesOf(tables: readonly number[]): [seats: number, people: string][] {
  const ranges = tables.map((seats): [number, string] => [seats, rangeOf({ low: seats - 1, high: seats })])
  return [...ranges, [0, `${(tables.at(-1) ?? 0) + 1}+`]]
}

/** What a host can look at: the line by a filter, those who want attention, or those who have left it. */
export type View = Filter | 'late' | 'left'

interface ShownLine {
  /** In line order; in the late view, most overdue first. */
  readonly shown: Line
  readonly lateCount: number
}

interface Shown {
  readonly view: View
  readonly search: string
  /** Only parties that need a table of this size; absent: all. */
  readonly table?: number | undefined
}

/** The guests whom a view and a search show. */
export function useShownLine(line: Line, { view, search, table }: Shown): ShownLine {
  const now = useNow()
  const late = useMemo(() => {
    const all = line.map((guest) => ({ guest, minutes: minutesLate(guest, now) }))
    const sorted = all.filter(({ minutes }) => minutes > 0).sort((a, b) => b.minutes - a.minutes)
    return sorted.map(({ guest }) => guest)
  }, [line, now])
  // Only the view of those who are late changes with the time.
  const source = view === 'late' ? late : line
  const shown = useMemo(() => {
    if (view === 'left') return []
    const filter = view === 'late' ? 'all' : view
    const fits = (guest: Guest) => table === undefined || tableFor(guest) === table
    return source.filter((guest) => isShown(guest, filter, search) && fits(guest))
  }, [source, view, search, table])
  return { shown, lateCount: late.length }
}
