import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import styles from './section-navigation.module.css'
import { type Section, useCurrentSection } from './use-current-section.ts'

/** Links to the sections of a long page, the current one marked: a list at the side, or a row on narrow screens. */
export function SectionNavigation({ sections }: { sections: readonly Section[] }) {
  const current = useCurrentSection(sections)
  const links = useRef<HTMLUListElement>(null)
  // The browser looked for the section that the address names before the page was loaded.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another section another link is current
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav aria-label={t`Sections`} className={styles.navigation}>
      <ul ref={links} className={styles.links}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={styles.link} aria-current={id === current ? 'true' : undefined}>
              {i18n._(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
