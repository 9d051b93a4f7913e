import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { pageOf } from '../../testing/samples.ts'
import { Page } from './page.tsx'

const AT = '2026-05-04T09:00:00.000Z'
/** Ids differ in their last character. */
const idOf = (kind: string, name: string) =>
  `${kind}_01h455vb4pex5vsknk084sn02${name === 'Agent' ? 'a' : 'b'}`
const MEMBER = 'mem_01h455vb4pex5vsknk084sn02q'

const appNamed = (name: string, self_registered: boolean): Schemas['OAuthClient'] => ({
  ...{ id: idOf('oac', name), name, type: 'public', redirect_uris: [], scopes: ['queues:read'] },
  ...{ api_version: '2026-12-01', self_registered, created_by: MEMBER, created_at: AT, updated_at: AT },
})

const grantOf = (client_name: string, self_registered: boolean): Schemas['OAuthGrant'] => ({
  ...{
    id: idOf('ogr', client_name),
    client_id: idOf('oac', client_name),
    client_name,
    self_registered,
    member_id: MEMBER,
  },
  ...{ member_name: 'Ada', scopes: ['queues:read'], created_at: AT },
})

describe('OAuth applications of which one registered itself', () => {
  test('mark the self-registered one, in the list of applications and of connected ones', async () => {
    renderWith(
      {
        listOAuthClients: pageOf(appNamed('Partner', false), appNamed('Agent', true)),
        listOAuthGrants: pageOf(grantOf('Partner', false), grantOf('Agent', true)),
      },
      <Page />,
    )
    expect(await screen.findAllByText(/^Registered itself: it chose its name/)).toHaveLength(2)
    expect(screen.getAllByText('Public, with PKCE')).toHaveLength(1)
  })
})
