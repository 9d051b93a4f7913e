import { z } from 'zod'
import { idOf } from '../ids.ts'
import { apiScopeSchema } from '../scopes.ts'
import { timestamp } from '../text.ts'

/** What a member lets an application do, whoever owns it. */
export const oauthGrantSchema = z
  .object({
    id: idOf('oauthGrant'),
    client_id: idOf('oauthClient').meta({ description: 'The application' }),
    client_name: z.string().nullable().meta({ description: 'null: the application is gone' }),
    self_registered: z
      .boolean()
      .describe(
        'Whether the application registered itself (RFC 7591): it chose its name, and nobody vouches for it',
      ),
    member_id: idOf('member').meta({ description: 'Who consented' }),
    member_name: z.string().nullable().describe('null: is no member any more'),
    scopes: z.array(apiScopeSchema).describe('What the application may do for them'),
    created_at: timestamp,
  })
  .meta({ id: 'OAuthGrant' })

export type OAuthGrantView = z.infer<typeof oauthGrantSchema>
