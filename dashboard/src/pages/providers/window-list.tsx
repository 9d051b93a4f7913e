import { Text } from '@mantine/core'
import { Window } from './window.tsx'

interface Props<Of> {
  /** What the windows are of, for readers of the screen. */
  readonly of: string
  readonly windows: readonly Of[]
  readonly onReplace: (window: Of, by: Of) => void
  readonly onRemove: (window: Of) => void
}

/** The windows of a day or a date; without one it is closed. */
export function WindowList<Of extends { start: string; end: string }>(props: Props<Of>) {
  const { of, windows, onReplace, onRemove } = props
  if (windows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Closed
      </Text>
    )
  }
  return windows.map((window, index) => (
    <Window
      // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity but their place
      key={index}
      label={`${of}, window ${index + 1}`}
      window={window}
      onChange={(changed) => onReplace(window, changed)}
      onRemove={() => onRemove(window)}
    />
  ))
}
