import { z } from 'zod'

/** A field that answers are given where they are sent, by whoever asks (services/kit). Events tell the mode beside their data. */
export const livemode = z.boolean().exactOptional().meta({ description: 'false: test data' })
