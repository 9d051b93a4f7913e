import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props extends Omit<ButtonProps, 'size' | 'children'> {
  readonly verb: ReactNode
  /** Name of the button for screen readers, if the verb does not say on what. */
  readonly label?: string
  /** Title of the dialog; the label by default. */
  readonly title?: string
  readonly size?: 'md' | 'lg'
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ verb, label, title = label, size, children, ...button }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" aria-label={label} {...button} onClick={open}>
        {verb}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} size={size}>
        {children(close)}
      </Modal>
    </>
  )
}

type Question<Answer> = Omit<ComponentProps<typeof ConfirmDialog<Answer>>, 'isOpen' | 'onClose' | 'title'>

interface ConfirmProps<Answer> extends Question<Answer>, Pick<ButtonProps, 'flex'> {
  /** Name of the button for screen readers, and title of the dialog. */
  readonly label: string
  /** Text of the button; the verb of the dialog by default. */
  readonly text?: string
}

/** A button that asks for confirmation before it runs. */
export function ConfirmButton<Answer>({ label, text, flex, onDone, ...question }: ConfirmProps<Answer>) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button flex={flex} aria-label={label} variant="default" onClick={open}>
        {text ?? question.verb}
      </Button>
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        onClose={close}
        title={label}
        onDone={(answer) => {
          close()
          return onDone(answer)
        }}
      />
    </>
  )
}
