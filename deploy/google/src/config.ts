import { z } from 'zod'

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  FILE: z.string().min(1).optional(),
  CLIENT_ID: z.string().min(1).optional(),
  CLIENT_SECRET: z.string().min(1).optional(),
  REDIRECT_URIS: z
    .string()
    .default('')
    .transform((uris) => uris.split(',').filter(Boolean)),
  SEED: z.enum(['demo']).optional(),
})

/**
 * Reads the settings of the local Google process (README.md).
 *
 * @throws Error naming what is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const read = schema.safeParse(env)
  if (!read.success) throw new Error(`configuration is not valid:\n${z.prettifyError(read.error)}`)
  return read.data
}
