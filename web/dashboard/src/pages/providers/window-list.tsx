import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Window } from './window.tsx'

interface Props<Item> {
  /** What the windows belong to, for screen readers. */
  readonly of: string
  readonly zone: string
  readonly windows: readonly Item[]
  readonly onReplace: (window: Item, by: Item) => void
  readonly onRemove: (window: Item) => void
}

/** The windows of a day or date; closed if there are none. */
export function WindowList<Item extends { start: string; end: string }>(props: Props<Item>) {
  const { of, zone, windows, onReplace, onRemove } = props
  if (windows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans context="a day without hours">Closed</Trans>
      </Text>
    )
  }
  return windows.map((window, index) => (
    <Window
      // biome-ignore lint/suspicious/noArrayIndexKey: windows are identified only by their index
      key={index}
      of={of}
      number={index + 1}
      zone={zone}
      window={window}
      onChange={(changed) => onReplace(window, changed)}
      onRemove={() => onRemove(window)}
    />
  ))
}
