import type { AuditNote } from '@usher/contracts'
import { AUDIT_HEADER, encodeAuditNote, pageHeaders } from '@usher/service-kit'
import type { Response } from 'express'
import type { ServiceContext } from '../context.ts'
import type { Interaction } from './consent.ts'
import type { OAuthClient } from './oauth-client.ts'

export const clientOf = (
  { oauthClients }: ServiceContext,
  { params }: Interaction,
): Promise<OAuthClient | null> => oauthClients.findAny(String(params.client_id))

export const nameOfClient = async (context: ServiceContext, interaction: Interaction): Promise<string> =>
  (await clientOf(context, interaction))?.name ?? 'an application'

/** Where the application waits; undefined for a program on a device. */
export const redirectUriOf = ({ params }: Interaction): string | undefined =>
  params.redirect_uri === undefined ? undefined : String(params.redirect_uri)

export const note = (res: Response, given: AuditNote) => res.set(AUDIT_HEADER, encodeAuditNote(given))

export function showPage(res: Response, content: string, redirectUri?: string): void {
  res.set(pageHeaders(redirectUri)).send(content)
}
