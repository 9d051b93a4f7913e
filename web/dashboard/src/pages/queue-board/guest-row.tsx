import { plural, t } from '@lingui/core/macro'
import { Button, Group, UnstyledButton } from '@mantine/core'
import { Armchair, BellRing, GripVertical } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import type { Schemas } from '../../api/client.ts'
import { boardTextsOf } from '../../forms/guest-labels.ts'
import { Later, LaterMenu } from '../../ui/later.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './board.module.css'
import { boardParts } from './later.ts'
import { type Guest, partyOf, rangeOf } from './line.ts'
import { GuestMenuButton } from './menu-buttons.tsx'
import { RowTimeTag } from './row-time-tag.tsx'
import { waitedOf } from './row-times.ts'
import type { RowActions, RowNames, RowTools } from './row-tools.ts'

interface GuestRowProps extends RowTools {
  readonly guest: Guest
  readonly isLast: boolean
  /** Whether it is dragged. */
  readonly isHeld: boolean
  /** Where another who is dragged over it would come to stand. */
  readonly drop: 'above' | 'below' | undefined
  readonly hasGrip: boolean
  /** Why they stand here, where the queue expects bookings; empty: there is nothing to say. */
  readonly why: string
}

/** A guest in the line, with the one thing that comes next at hand and the rest in a menu. */
export const GuestRow = memo(function GuestRow(props: GuestRowProps) {
  const { guest, isLast, isHeld, drop, hasGrip, why, ...tools } = props
  const { canWrite, names, onOpen } = tools
  const isCalled = guest.status === 'notified'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside; the menu does the same
    <div
      className={styles.row}
      data-called={isCalled}
      data-held={isHeld}
      data-drop={drop}
      data-guest={guest.id}
      onKeyDown={(event) => onKey(event, guest, tools)}
    >
      <span className={styles.grip} data-grip={hasGrip || undefined} aria-hidden>
        {hasGrip && <GripVertical size={20} />}
      </span>
      <span className={styles.position}>{guest.position}</span>
      <div>
        <UnstyledButton className={styles.name} onClick={() => onOpen(guest.id)}>
          {guest.name}
        </UnstyledButton>
        <GuestFacts guest={guest} why={why} names={names} />
      </div>
      <span className={styles.wait}>
        {guest.estimated_wait_range && !isCalled && t`${{ wait: rangeOf(guest.estimated_wait_range) }} min`}
      </span>
      {canWrite && (
        <RowButtons
          id={guest.id}
          name={guest.name}
          isCalled={isCalled}
          isFirst={guest.position === 1}
          isLast={isLast}
          {...tools}
        />
      )}
    </div>
  )
})

/** Alt and an arrow moves the guest whose row has the focus; the arrows alone go to the rows around it. */
function onKey(event: KeyboardEvent<HTMLElement>, guest: Guest, { actions, canWrite }: RowTools): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  // Also on the button of a menu that opens: the arrows are meant for its items.
  const isInMenu = (event.target as HTMLElement).closest('[role=menu], [aria-expanded=true]') !== null
  if (step === undefined || isInMenu || guest.position === null) return
  event.preventDefault()
  if (event.altKey && canWrite) {
    actions.moveBy(guest.id, step)
    return
  }
  const item = event.currentTarget.closest('li')
  const next = step < 0 ? item?.previousElementSibling : item?.nextElementSibling
  next?.querySelector('button')?.focus()
}

/** What can be done with a guest. Of the whole row the most costly to draw, so it is not drawn again for a new place. */
const RowButtons = memo(function RowButtons(props: RowActions) {
  const { id, name, isCalled, actions } = props
  return (
    <Group gap={4} wrap="nowrap">
      {isCalled ? (
        <Button
          className={styles.primary}
          aria-label={t({ message: `Seat ${name}`, context: 'seat a guest' })}
          leftSection={<Armchair size={16} aria-hidden />}
          onClick={() => actions.seat(id)}
        >
          {t({ message: 'Seat', context: 'seat a guest' })}
        </Button>
      ) : (
        <Button
          className={styles.primary}
          variant="default"
          aria-label={t({ message: `Call ${name}`, context: 'call a guest' })}
          leftSection={<BellRing size={16} aria-hidden />}
          onClick={() => actions.call(id)}
        >
          {t({ message: 'Call', context: 'call a guest' })}
        </Button>
      )}
      <LaterMenu of={boardParts} button={<GuestMenuButton guest={name} />}>
        {({ GuestMenu }) => <GuestMenu {...props} />}
      </LaterMenu>
    </Group>
  )
})

interface GuestFactsProps {
  readonly guest: Guest
  readonly why: string
  readonly names: RowNames
}

/** What a host must know of a guest at a glance. */
export function GuestFacts({ guest, why, names }: GuestFactsProps) {
  const { status, desk, arrived_at, unreached, priority, tags, booking } = guest
  const now = useNow()
  const delay = delayWords(guest)
  const ofClass = names.priority_classes.find(({ key }) => key === priority)
  return (
    <div className={styles.facts}>
      <span>{partyOf(guest)}</span>
      {guest.estimated_wait_range && status !== 'notified' && (
        <span className={styles.waitOnPhone}>{t`${{ wait: rangeOf(guest.estimated_wait_range) }} min`}</span>
      )}
      {(booking || guest.away_until || guest.phone_unusual) && (
        <Later of={boardParts} isWanted>
          {({ RareFacts }) => <RareFacts guest={guest} now={now} />}
        </Later>
      )}
      {why && status !== 'notified' && <span>{why}</span>}
      <RowTimeTag time={waitedOf(guest, now)} isTag={status === 'notified'} />
      {delay && <span>{delay}</span>}
      {desk && (
        <span>
          <span aria-hidden>→</span> {desk}
        </span>
      )}
      {arrived_at && <span className={styles.tag}>{t`Is here`}</span>}
      {guest.unread_reply_at && <span className={`${styles.tag} ${styles.reply}`}>{t`Unread reply`}</span>}
      {unreached && <span className={`${styles.tag} ${styles.warn}`}>{t`Not reached`}</span>}
      {priority && <span className={`${styles.tag} ${styles.class}`}>{ofClass?.name ?? priority}</span>}
      {tags.map((tag) => (
        <span key={tag} className={`${styles.tag} ${styles.free}`}>
          {tag}
        </span>
      ))}
      {[...fieldTexts(guest, names), ...boardTextsOf(guest)].map((text) => (
        <span key={text}>{text.length > 60 ? `${text.slice(0, 60)}…` : text}</span>
      ))}
    </div>
  )
}

/** The custom fields that a guest has: with the value, or only the label where the answer is yes. */
function fieldTexts({ fields }: Guest, { custom_fields }: RowNames): string[] {
  return custom_fields.flatMap(({ key, label }) => {
    const value = fields[key]
    if (value === undefined || value === false || value === '') return []
    return value === true ? label : t`${label}: ${{ value: String(value) }}`
  })
}

type Delay = NonNullable<Schemas['Guest']['delay']>

/** How much later than quoted a waiting guest's turn is expected, and why if it is known, in a few words. */
export function delayWords({ delay, status }: Pick<Guest, 'delay' | 'status'>): string | undefined {
  // The board shows a call before the API has it.
  if (!delay || status !== 'waiting') return undefined
  const { minutes, reason, let_in_ahead } = delay
  if (let_in_ahead) return aheadWords(minutes, let_in_ahead)
  if (reason === 'booking_first') return t`${minutes} min later: a booking went first`
  if (reason === 'place_changed') return t`${minutes} min later: moved back`
  if (reason === 'fewer_servers') return t`${minutes} min later: fewer parties served at once`
  return reason === 'slower' ? t`${minutes} min later: slower than expected` : t`${minutes} min later`
}

function aheadWords(
  minutes: number,
  { parties, smallest, largest }: NonNullable<Delay['let_in_ahead']>,
): string {
  if (smallest !== largest) {
    return plural(parties, {
      one: `${minutes} min later: # party let in ahead`,
      other: `${minutes} min later: # parties let in ahead`,
    })
  }
  return plural(parties, {
    one: `${minutes} min later: # party of ${smallest} let in ahead`,
    other: `${minutes} min later: # parties of ${smallest} let in ahead`,
  })
}
