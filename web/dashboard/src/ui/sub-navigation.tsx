import { Group } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import styles from './sub-navigation.module.css'

interface Props {
  /** For screen readers. */
  readonly label: string
  readonly entries: readonly { readonly href: string; readonly label: string }[]
}

/** Links between related pages. */
export function SubNavigation({ label, entries }: Props) {
  const [current] = useLocation()
  return (
    <Group component="nav" aria-label={label} gap="xs" mb="lg" className={styles.entries}>
      {entries.map((entry) => (
        <Link
          key={entry.href}
          href={entry.href}
          className={styles.entry}
          aria-current={entry.href === current ? 'page' : undefined}
        >
          {entry.label}
        </Link>
      ))}
    </Group>
  )
}
