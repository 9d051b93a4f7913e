import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useClock } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './board.module.css'
import { canComeBack, type LeftGuest, leftWords } from './left.ts'
import { type Guest, partyOf } from './line.ts'
import { useBringBack } from './use-bring-back.ts'

/** Rows drawn at most; search finds the others. */
const MAX_ROWS = 100

interface LeftListProps {
  readonly queueId: string
  readonly guests: readonly LeftGuest[]
  readonly canWrite: boolean
  readonly onOpen: (guest: Guest) => void
}

/** Who has left the line today. For half an hour they can be brought back. */
export function LeftList({ queueId, guests, canWrite, onOpen }: LeftListProps) {
  const now = useNow()
  const clock = useClock()
  const bringBack = useBringBack(queueId)
  return (
    <>
      <ul className={styles.list} style={{ margin: 0, padding: 0 }} aria-label={t`Left today`}>
        {guests.slice(0, MAX_ROWS).map((guest) => (
          <li key={guest.id} className={styles.left}>
            <div>
              <UnstyledButton className={styles.name} onClick={() => onOpen(guest)}>
                {guest.name}
              </UnstyledButton>
              <div className={styles.facts}>
                <span>{leftWords(guest, clock)}</span>
                <span>{partyOf(guest)}</span>
              </div>
            </div>
            {canWrite && canComeBack(guest, now) && (
              <Button
                variant="default"
                leftSection={<Undo2 size={16} aria-hidden />}
                aria-label={t`Bring back ${{ name: guest.name }}`}
                disabled={bringBack.isPending}
                onClick={() => bringBack.mutate(guest)}
              >
                <Trans>Bring back</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {guests.length > MAX_ROWS && (
        <Text c="dimmed">{t`The last ${{ count: MAX_ROWS }} are shown. Search for others.`}</Text>
      )}
    </>
  )
}
