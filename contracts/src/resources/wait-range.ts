import { z } from 'zod'

const minutes = z.int().min(0)

/** Median and upper end of the possible wait. */
export const waitRange = z
  .object({
    low: minutes.describe('Minutes that half of the guests wait no longer than'),
    high: minutes.describe('Minutes that nine of ten guests wait no longer than'),
  })
  .meta({
    id: 'WaitRange',
    description:
      'Whole minutes: half of the guests or more wait no longer than low, nine of ten no longer than high',
  })
