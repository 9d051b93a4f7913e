import { useSearchParams } from 'wouter'
import type { Day } from '../../ui/zone-time.ts'
import type { Booking, Filters } from './queries.ts'
import type { CalendarSpan } from './toolbar.tsx'
import { STATUS_WORDS } from './words.ts'

/** What the calendar shows, from the page's address. A customer sought is not in it: proxies log addresses. */
interface Address extends Filters {
  /** undefined: today. */
  readonly day: Day | undefined
  readonly span: CalendarSpan
  /** The open booking. */
  readonly booking: string | undefined
}

type Parameter = 'day' | 'view' | 'booking' | keyof Filters

/** Empty: removed. */
export type AddressChanges = { readonly [name in Parameter]?: string }

/** Browsers read a day that there is not, such as February 30, as one of the next month. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${text}T`)
}

const isStatus = (text: string): text is Booking['status'] => Object.hasOwn(STATUS_WORDS, text)

/** The page's address, and a function to change parts of it. Each change is a step for the Back button unless it replaces. */
export function useAddress() {
  const [given, setGiven] = useSearchParams()
  const textOf = (name: Parameter) => given.get(name) ?? ''
  const [day, status] = [textOf('day'), textOf('status')]
  const address: Address = {
    day: isDay(day) ? day : undefined,
    span: textOf('view') === 'week' ? 'week' : 'day',
    booking: textOf('booking') || undefined,
    service_type_id: textOf('service_type_id'),
    provider_id: textOf('provider_id'),
    status: isStatus(status) ? status : '',
  }
  const change = (changes: AddressChanges, options?: { readonly replace: boolean }) =>
    setGiven((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) {
        if (value) after.set(name, value)
        else after.delete(name)
      }
      return after
    }, options)
  return [address, change] as const
}
