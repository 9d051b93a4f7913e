import { ALL_SCOPES, CLI_CLIENT_ID, NEWEST_API_VERSION } from '@usher/contracts'
import type { OAuthClient } from './oauth-client.ts'

const RELEASED = new Date('2026-12-01T00:00:00Z')

/** The command line: a public client that is part of Usher, and not stored. It sends the version that it knows. */
export const CLI_CLIENT: OAuthClient = {
  _id: CLI_CLIENT_ID,
  organization_id: null,
  name: 'Usher command line',
  type: 'public',
  redirect_uris: [],
  scopes: ALL_SCOPES,
  api_version: NEWEST_API_VERSION,
  secret_sha256: null,
  created_by: 'operator',
  created_at: RELEASED,
  updated_at: RELEASED,
  version: 0,
  is_device: true,
}
