import { z } from 'zod'

const minutes = z.int().min(0)

/** Median and upper end of the possible wait. */
export const waitRange = z.object({ low: minutes, high: minutes }).meta({
  id: 'WaitRange',
  description:
    'Whole minutes: half of the guests or more wait no longer than low, nine of ten no longer than high',
})
