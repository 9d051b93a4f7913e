import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CloudEvent,
  type DataOf,
  eventQueue,
  MAIL_EVENTS,
  type memberWebhookAlertRequested,
} from '@usher/contracts'
import { PermanentError, type SecretKey } from '@usher/service-kit'
import { z } from 'zod'
import type { ServiceContext } from '../context.ts'
import { withOpenLink } from './sealed-link.ts'

/**
 * The consumer that writes each mail as a JSON file to a folder that only its owner can read, so that developers can follow
 * links without a mail server. A redelivered mail is the same file.
 *
 * @param folder created if missing
 */
export function mailOutboxConsumer({ secretKeys }: ServiceContext, folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    ...eventQueue('accounts.mail-outbox'),
    async handle(events: readonly CloudEvent[]) {
      for (const event of events) await writeMail(folder, event, secretKeys)
    },
  }
}

const withLink = z.object({ link: z.string() })

async function writeMail(folder: string, event: CloudEvent, keys: readonly SecretKey[]): Promise<void> {
  const { id, type, time, data } = event
  const parsed = MAIL_EVENTS.find((mail) => mail.type === type)?.data.safeParse(data)
  if (!parsed?.success) throw new PermanentError(`${type} is not a mail`)
  const { email: to } = parsed.data
  const { link } = withLink.parse(withOpenLink(event, keys).data)
  const facts = factsOf(parsed.data)
  const path = join(folder, `${time.replaceAll(':', '-')}_${type}_${id}.json`)
  // Rename when complete, so that readers never see part of it.
  await writeFile(`${path}.tmp`, `${JSON.stringify({ id, at: time, type, to, link, ...facts }, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(`${path}.tmp`, path)
}

/** The facts in a mail, besides its recipient and link. */
function factsOf(data: DataOf<(typeof MAIL_EVENTS)[number]>) {
  if ('provider_name' in data) {
    const { alert, provider_name, since } = data
    return { ...(alert && { alert }), provider_name, since }
  }
  if ('alert' in data) return alertFacts(data)
  return 'expires_at' in data ? { expires_at: data.expires_at } : {}
}

const alertFacts = ({
  alert,
  url,
  reason,
  failing_since,
  disabled_at,
}: DataOf<typeof memberWebhookAlertRequested>) => ({ alert, url, reason, failing_since, disabled_at })
