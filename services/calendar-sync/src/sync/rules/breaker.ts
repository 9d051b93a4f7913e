/** So many may vanish at once, or one in so many; beyond, a person is asked: a calendar that was emptied, not appointments. */
const MOST = 5
const ONE_IN = 5

/** From how many on the share counts: of three events one is a third, and deleting one is everyday. */
const FEWEST_FOR_SHARE = 3

/**
 * Whether so many events of ours vanished that nobody is to be cancelled before a person has looked.
 *
 * @param vanished within the last minutes
 * @param of events that were there before
 */
export const isMassDeletion = (vanished: number, of: number): boolean =>
  vanished > MOST || (vanished >= FEWEST_FOR_SHARE && vanished * ONE_IN > of)
