import { t } from '@lingui/core/macro'
import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { useShortcutsSwitch } from './use-shortcuts.ts'

interface Shortcut {
  readonly keys: readonly string[]
  /** Between the keys: pressed together, or either of them. */
  readonly joint?: string
  readonly does: string
}

const single = (): readonly Shortcut[] => [
  { keys: ['C'], does: t`Add a guest` },
  { keys: ['N'], does: t`Call the next guest` },
  { keys: ['1', '9'], joint: '–', does: t`Call the next guest for a table of 1 to 9` },
  { keys: ['/'], does: t`Search the line` },
  { keys: ['?'], does: t`Show this list` },
]

function othersOn(os: string): readonly Shortcut[] {
  const isMac = os === 'macos'
  const control = isMac ? '⌘' : t({ message: 'Ctrl', context: 'key of a keyboard' })
  const leave = t({ message: 'Esc', context: 'key of a keyboard' })
  const alt = isMac ? '⌥' : 'Alt'
  const or = t({ message: 'or', context: 'between two keys' })
  return [
    { keys: [control, 'K'], joint: '+', does: t`Find a person, queue or page` },
    { keys: [leave], does: t`Leave a field` },
    { keys: ['↑', '↓'], joint: or, does: t`Go to the previous or next guest` },
    { keys: [alt, '↑'], joint: '+', does: t`Move a guest up` },
    { keys: [alt, '↓'], joint: '+', does: t`Move a guest down` },
  ]
}

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
          {single().map((shortcut) => (
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
        {isOff && `${t({ message: 'Off', context: 'shortcut is switched off' })} `}
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
