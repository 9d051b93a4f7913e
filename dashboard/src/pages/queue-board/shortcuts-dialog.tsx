import { t } from '@lingui/core/macro'
import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { useShortcutsSwitch } from './use-shortcuts.ts'

interface Shortcut {
  readonly keys: readonly string[]
  /** Between the keys: pressed together, or either of them. */
  readonly joint?: '+' | 'or'
  readonly does: string
}

const SINGLE: readonly Shortcut[] = [
  { keys: ['C'], does: 'Add a guest' },
  { keys: ['N'], does: 'Call the next guest' },
  { keys: ['/'], does: 'Search the line' },
  { keys: ['?'], does: 'Show this list' },
]

const othersOn = (os: string): readonly Shortcut[] => [
  { keys: [os === 'macos' ? '⌘' : 'Ctrl', 'K'], joint: '+', does: 'Go to a queue or page' },
  { keys: ['Esc'], does: 'Leave a field' },
  { keys: ['↑', '↓'], joint: 'or', does: 'Go to the previous or next guest' },
  { keys: [os === 'macos' ? '⌥' : 'Alt', '↑'], joint: '+', does: 'Move a guest up' },
  { keys: [os === 'macos' ? '⌥' : 'Alt', '↓'], joint: '+', does: 'Move a guest down' },
]

interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The keys of the board, and the switch for those of a single character. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const [isOn, setOn] = useShortcutsSwitch()
  const os = useOs()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Keyboard shortcuts`}>
      <Switch
        mb="md"
        label={t`Single-key shortcuts`}
        description={t`Applies to this browser only. Turn off if you use speech input.`}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Table>
        <Table.Tbody>
          {SINGLE.map((shortcut) => (
            <Row key={shortcut.does} {...shortcut} isOff={!isOn} />
          ))}
          {othersOn(os).map((shortcut) => (
            <Row key={shortcut.does} {...shortcut} isOff={false} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function Row({ keys, joint, does, isOff }: Shortcut & { readonly isOff: boolean }) {
  return (
    <Table.Tr c={isOff ? 'dimmed' : undefined}>
      <Table.Td>{does}</Table.Td>
      <Table.Td ta="end">
        {isOff && t`Off `}
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && ` ${joint} `}
            <Kbd>{key}</Kbd>
          </span>
        ))}
      </Table.Td>
    </Table.Tr>
  )
}
