import type { NotificationError } from '@usher/contracts'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import type { ReturnPaths } from './return-path.ts'
import { enhancedCodeIn, reasonOf } from './smtp-reason.ts'

/** A bounced mail, and why. */
export interface Bounce {
  readonly notificationId: string
  readonly error: NotificationError
}

/** Headers that name the recipient of a mail: mail servers put the envelope's address in one of them. */
const RECIPIENT_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'] as const

/** The second for addresses beyond ASCII (RFC 6533). */
const REPORTS = ['message/delivery-status', 'message/global-delivery-status']

/**
 * Reads a bounce (RFC 3464); undefined unless it reports a permanent failure to one of our return paths. Ignores
 * delays, out-of-office replies and forgeries.
 */
export async function bounceIn(raw: Buffer, returnPaths: ReturnPaths): Promise<Bounce | undefined> {
  const mail = await simpleParser(raw, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  const report = mail.attachments.find(({ contentType }) => REPORTS.includes(contentType))
  const [notificationId] = recipientsOf(mail).flatMap((to) => returnPaths.notificationOf(to) ?? [])
  if (!report || !notificationId) return undefined
  const failed = fieldGroups(report.content.toString()).find((group) => group.get('action') === 'failed')
  return failed && { notificationId, error: errorOf(failed) }
}

function recipientsOf({ headers }: ParsedMail): string[] {
  const found = RECIPIENT_HEADERS.flatMap((name) => {
    const value = headers.get(name) as
      | string
      | readonly string[]
      | AddressObject
      | AddressObject[]
      | undefined
    return [value ?? []].flat() as (string | AddressObject)[]
  })
  return found.flatMap((value) =>
    typeof value === 'string' ? [value] : value.value.map(({ address = '' }) => address),
  )
}

type Fields = ReadonlyMap<string, string>

/** The field groups of a report: one for the message, then one per recipient (RFC 3464 §2.1). */
const fieldGroups = (text: string): Fields[] =>
  text
    .replace(/\r?\n[ \t]+/gu, ' ')
    .split(/(?:\r?\n){2,}/u)
    .map((group) => new Map(group.split(/\r?\n/u).map(fieldOf)))

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  const value = line.slice(colon + 1).trim()
  const name = line.slice(0, colon).trim().toLowerCase()
  return [name, name === 'action' ? value.toLowerCase() : value]
}

/** The receiving server's own words may be more exact than the reporting server's status. */
function errorOf(fields: Fields): NotificationError {
  const said = enhancedCodeIn(fields.get('diagnostic-code') ?? '')
  return reasonOf(said ?? enhancedCodeIn(fields.get('status') ?? '') ?? '')
}
