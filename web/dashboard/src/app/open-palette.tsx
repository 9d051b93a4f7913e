import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { Later, LaterParts } from '../ui/later.tsx'

const palette = new LaterParts(() => import('./command-palette.tsx'))

/** Loads the command palette on the first Ctrl+K (⌘K on a Mac), also while somebody types. */
export function OpenPalette() {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+K', () => setWanted(true)]], [])
  return (
    <Later of={palette} isWanted={isWanted}>
      {({ CommandPalette }) => <CommandPalette />}
    </Later>
  )
}
