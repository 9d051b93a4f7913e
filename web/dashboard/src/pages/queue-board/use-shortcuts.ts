import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** What the keys of a board do. */
export interface ShortcutActions {
  readonly add: () => void
  readonly callNext: () => void
  /** Calls the next guest for a table of so many seats, from 1 to 9. */
  readonly callFor: (seats: number) => void
  readonly search: () => void
  readonly help: () => void
}

const KEYS: Readonly<Record<string, Exclude<keyof ShortcutActions, 'callFor'>>> = {
  c: 'add',
  n: 'callNext',
  '/': 'search',
  '?': 'help',
}

/** Single-key shortcuts can be switched off, in each browser (WCAG 2.2, success criterion 2.1.4). */
export const useShortcutsSwitch = () =>
  useLocalStorage({ key: 'usher-shortcuts', defaultValue: true, getInitialValueInEffect: false })

/** Listens for the keys of a board, except where somebody types and while a dialog or a menu is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const [isOn] = useShortcutsSwitch()
  const act = useEffectEvent((key: string) => {
    const action = KEYS[key]
    if (action) actions[action]()
    else actions.callFor(Number(key))
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveField(event.target)
      // Autofill sends events without a key.
      const key = event.key?.toLowerCase() ?? ''
      const isShortcut = key in KEYS || /^[1-9]$/.test(key)
      const isIgnored = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing
      if (!isShortcut || isIgnored || isTypingOrInOverlay(event.target)) return
      event.preventDefault()
      act(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

/** Keys of the board do nothing in a field, so there must be a key to leave it. A list that is open takes it first. */
function leaveField(target: EventTarget | null): void {
  const isField = target instanceof HTMLElement && target.matches(TYPED_INTO)
  if (isField && target.ariaExpanded !== 'true' && !isInOverlay()) target.blur()
}

const isInOverlay = (): boolean => document.querySelector('[role=dialog], [role=menu]') !== null

const TYPED_INTO = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

function isTypingOrInOverlay(target: EventTarget | null): boolean {
  if (isInOverlay()) return true
  return target instanceof HTMLElement && target.closest(TYPED_INTO) !== null
}
