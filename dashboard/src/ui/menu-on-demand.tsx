import { cloneElement, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

interface MenuOnDemandProps {
  readonly button: ReactElement<{ 'aria-haspopup'?: 'menu'; onClick?: () => void }>
  /** The menu with a button that looks the same; loaded when the button is pressed first. */
  readonly children: ReactNode
}

/** A button whose menu is neither loaded nor rendered before it is used: most of them never are. */
export function MenuOnDemand({ button, children }: MenuOnDemandProps) {
  const [isUsed, setUsed] = useState(false)
  const closed = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setUsed(true) })
  if (!isUsed) return closed
  return <Suspense fallback={closed}>{children}</Suspense>
}

/** State of a menu that opens as soon as it is rendered, and takes the focus of the button it replaces. */
export function useOpenAtOnce() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return { button, menu: { opened: isOpen, onChange: setOpen } }
}
