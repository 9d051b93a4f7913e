import type { Query } from '../visit.ts'
import { type BookPlace, bookPath } from './book-place.ts'
import { type Choice, queryOfChoice } from './choice.ts'
import { type Held, queryOfHeld } from './held.ts'

/** What a customer wants to book, and the time that is held for them. */
interface Chosen {
  readonly choice: Choice
  readonly held?: Held | undefined
}

/** Both as a query: choosing a time on a page with it replaces the held one. */
export const queryOfChosen = ({ choice, held }: Chosen): Query => ({
  ...queryOfChoice(choice),
  ...(held && queryOfHeld(held)),
})

/** The page with the times. */
export const timesPath = (place: Pick<BookPlace, 'slug' | 'kept'>, chosen: Chosen): string =>
  bookPath(place, [chosen.choice.service.id], queryOfChosen(chosen))

/** The page that asks for the customer's details. */
export const detailsPath = (place: Pick<BookPlace, 'slug' | 'kept'>, chosen: Required<Chosen>): string =>
  bookPath(place, [chosen.choice.service.id, 'details'], queryOfChosen(chosen))
