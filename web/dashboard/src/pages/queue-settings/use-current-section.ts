import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'

/** A part of a long page. */
export interface Section {
  /** In the address, after `#`. */
  readonly id: string
  readonly label: MessageDescriptor
}

/** A section is current once its top has come this far up, below the header and the row of links. */
const CURRENT_FROM_PX = 160

const EVENTS = ['scroll', 'resize', 'hashchange'] as const

/** The id of the section being read. */
export function useCurrentSection(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const update = () => setCurrent(currentOf(sections))
    update()
    for (const name of EVENTS) addEventListener(name, update, { passive: true })
    return () => {
      for (const name of EVENTS) removeEventListener(name, update)
    }
  }, [sections])
  return current
}

/** The last section whose top has passed; at the end of the page, where the last ones cannot, the one chosen. */
function currentOf(sections: readonly Section[]): string | undefined {
  const topOf = ({ id }: Section) => document.getElementById(id)?.getBoundingClientRect().top
  const chosen = sections.find(({ id }) => `#${id}` === location.hash)
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  if (isAtEnd && chosen && (topOf(chosen) ?? -1) >= 0) return chosen.id
  if (isAtEnd && scrollY > 0) return sections.at(-1)?.id
  const passed = sections.findLast((section) => (topOf(section) ?? CURRENT_FROM_PX + 1) <= CURRENT_FROM_PX)
  return (passed ?? sections[0])?.id
}
