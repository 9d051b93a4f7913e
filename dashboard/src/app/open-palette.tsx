import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../ui/load-part.ts'

const CommandPalette = lazy(async () => ({
  default: (await loadPart(() => import('./command-palette.tsx'))).CommandPalette,
}))

/** Loads the command palette on the first Ctrl+K (⌘K on a Mac), also while somebody types. */
export function OpenPalette() {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+K', () => setWanted(true)]], [])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  )
}
