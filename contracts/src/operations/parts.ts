import { z } from 'zod'
import { pageQuery } from '../page.ts'

/** Path parameters of an operation on one resource. Any text: an unknown or malformed id is a 404. */
export const byId = z.object({
  id: z.string().max(100).describe('Id of the resource, with its prefix'),
})

/** Path parameter of pages whose addresses nobody can guess: it is the only credential. */
export const byToken = z.object({
  token: z.string().describe('From the link: whoever has it may do this'),
})

/** Path parameter of public pages that an organisation names. */
export const bySlug = z.object({ slug: z.string().describe('From the address of the public page') })

/** Query of a list of what is archived or not. */
export const archivedQuery = z.strictObject({
  ...pageQuery,
  archived: z.enum(['true', 'false']).default('false').meta({ description: 'true: the archived ones' }),
})
