import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { useShortcutsSwitch } from './use-shortcuts.ts'

const SHORTCUTS = [
  { keys: ['C'], does: 'Add a guest' },
  { keys: ['N'], does: 'Call the next guest' },
  { keys: ['/'], does: 'Search the line' },
  { keys: ['?'], does: 'Show this list' },
] as const

const ALWAYS = [
  { keys: ['Ctrl', 'K'], does: 'Go to a page or queue' },
  { keys: ['↑', '↓'], does: 'Go to the guest before or after' },
  { keys: ['Alt', '↑'], does: 'Move a guest up' },
  { keys: ['Alt', '↓'], does: 'Move a guest down' },
] as const

interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The keys of the board, and the switch for those of a single character. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const [isOn, setOn] = useShortcutsSwitch()
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {[...(isOn ? SHORTCUTS : []), ...ALWAYS].map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td>{does}</Table.Td>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key} ms={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Shortcuts of a single key"
        description="For this browser. Switch them off if you use speech input."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  )
}
