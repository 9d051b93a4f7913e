/**
 * This many events may vanish at once, or one in this many; beyond that a person is asked: it looks like an emptied
 * calendar, not cancelled appointments.
 */
const MAX = 5
const ONE_IN = 5

/** Minimum for the share to count: one of three events is a third, and deleting one is common. */
const MIN_FOR_SHARE = 3

/**
 * Whether so many of our events vanished that nothing is cancelled until a person has looked.
 *
 * @param vanished within the last minutes
 * @param of events that were there before
 */
export const isMassDeletion = (vanished: number, of: number): boolean =>
  vanished > MAX || (vanished >= MIN_FOR_SHARE && vanished * ONE_IN > of)
