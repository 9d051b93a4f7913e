import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LucideIcon } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { EmptyState } from './states.tsx'

interface Props {
  readonly title: string
  readonly description: string
  /** How entries are added: the button and the dialog that it opens. */
  readonly add: {
    readonly verb: string
    readonly icon?: LucideIcon
    readonly title: string
    readonly size?: 'md' | 'lg'
    readonly form: (close: () => void) => ReactNode
  }
  /** Shown instead of the list while there are no entries. */
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  readonly gap?: 'sm' | 'md' | 'lg'
  /** The entries. */
  readonly children: readonly ReactNode[]
}

/** A page of entries that can be added. */
export function ListPage({ title, description, add, empty, gap = 'md', children }: Props) {
  const [isAdding, { open, close }] = useDisclosure()
  const isEmpty = Children.count(children) === 0
  const button = (
    <Button leftSection={add.icon && <add.icon size={18} aria-hidden />} onClick={open}>
      {add.verb}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} description={description} actions={!isEmpty && button} />
      {isEmpty ? (
        <EmptyState icon={empty.icon} title={empty.title} action={button}>
          {empty.text}
        </EmptyState>
      ) : (
        <Stack gap={gap}>{children}</Stack>
      )}
      <Modal opened={isAdding} onClose={close} title={add.title} size={add.size}>
        {add.form(close)}
      </Modal>
    </>
  )
}
