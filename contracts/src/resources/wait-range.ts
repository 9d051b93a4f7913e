import { z } from 'zod'

const minutes = z.int().min(0)

/** The middle and the upper end of what a wait may be. */
export const waitRange = z.object({ low: minutes, high: minutes }).meta({
  id: 'WaitRange',
  description: 'Whole minutes: half of the guests wait no longer than low, nine of ten no longer than high',
})
