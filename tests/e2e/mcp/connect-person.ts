import {
  auth,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { CALLBACK, Visitor } from '../oauth-visitor.ts'

interface Person {
  readonly email: string
  readonly password: string
}

export interface Connection {
  readonly accessToken: string
  /** As it registered itself. */
  readonly clientId: string
}

/** What an MCP client keeps while it connects. */
interface Known {
  readonly client?: OAuthClientInformationMixed
  readonly tokens?: OAuthTokens
  readonly verifier?: string
  readonly page?: URL
  readonly discovery?: OAuthDiscoveryState
}

/**
 * Connects an agent for a person as MCP clients do, with nothing but the address of the server: finds the OAuth server,
 * registers itself, has the person sign in and consent, and exchanges the code.
 */
export async function connectPerson(
  url: string,
  person: Person,
  { name = 'Test <Agent>', scope }: { name?: string; scope?: string } = {},
): Promise<Connection> {
  let known: Known = {}
  const keep = (more: Known) => {
    known = { ...known, ...more }
  }
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: name, redirect_uris: [CALLBACK] },
    clientInformation: () => known.client,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => known.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization: (page) => keep({ page }),
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: () => known.verifier ?? '',
    saveDiscoveryState: (discovery) => keep({ discovery }),
    discoveryState: () => known.discovery,
  }
  const serverUrl = new URL('/mcp', url)
  const asked = { serverUrl, ...(scope !== undefined && { scope }) }
  await auth(provider, asked)
  const callback = await new Visitor(url).allow(pathOf(known.page), person)
  await auth(provider, {
    ...asked,
    authorizationCode: callback.get('code') ?? '',
    iss: callback.get('iss') ?? '',
  })
  return { accessToken: known.tokens?.access_token ?? '', clientId: known.client?.client_id ?? '' }
}

const pathOf = (page: URL | undefined): string => (page ? page.pathname + page.search : '')
