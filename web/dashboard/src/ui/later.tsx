import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { loadPart } from './load-part.ts'
import { notifyError } from './notify.ts'

/** The connection may be gone for a moment. */
const RETRY_MS = 3_000

/** Components that are loaded when they are used first. */
export class LaterParts<Parts> {
  readonly #import: () => Promise<Parts>
  readonly #listeners = new Set<() => void>()
  #parts: Parts | undefined

  constructor(importParts: () => Promise<Parts>) {
    this.#import = importParts
  }

  /** Undefined until they are loaded. */
  readonly current = (): Parts | undefined => this.#parts

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async load(): Promise<Parts> {
    this.#parts ??= await loadPart(this.#import)
    for (const listener of this.#listeners) listener()
    return this.#parts
  }
}

interface LaterProps<Parts> {
  readonly of: LaterParts<Parts>
  readonly isWanted: boolean
  readonly children: (parts: Parts) => ReactNode
}

/**
 * Renders its children once they are wanted, and from then on: a dialog fades out after it is closed. What is loaded
 * shows at once, while React holds back for 300 ms what was suspended.
 */
export function Later<Parts>({ of, isWanted, children }: LaterProps<Parts>) {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  const parts = useSyncExternalStore(of.subscribe, of.current)
  useEffect(() => {
    if (!isWanted || of.current()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryAgain = () => void of.load().catch(() => wait())
    const wait = () => {
      timer = setTimeout(tryAgain, RETRY_MS)
    }
    of.load().catch((error) => {
      notifyError(error)
      wait()
    })
    return () => clearTimeout(timer)
  }, [of, isWanted])
  return wasWanted && parts !== undefined ? children(parts) : null
}

interface LaterMenuProps<Parts> {
  readonly of: LaterParts<Parts>
  readonly button: ReactElement<{ 'aria-haspopup'?: 'menu'; onClick?: () => void }>
  /** The menu with a button that looks the same. */
  readonly children: (parts: Parts) => ReactNode
}

/** A button whose menu is neither loaded nor rendered before it is used: most of them never are. */
export function LaterMenu<Parts>({ of, button, children }: LaterMenuProps<Parts>) {
  const [parts, setParts] = useState<Parts>()
  if (parts !== undefined) return children(parts)
  const open = () => void of.load().then((loaded) => setParts(loaded), notifyError)
  return cloneElement(button, { 'aria-haspopup': 'menu', onClick: open })
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
