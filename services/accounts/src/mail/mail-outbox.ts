import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CloudEvent,
  type DataOf,
  eventQueue,
  MAIL_EVENTS,
  type memberWebhookAlertRequested,
} from '@usher/contracts'
import { type Broker, type Logger, PermanentError, type SecretKey, startConsumer } from '@usher/service-kit'
import { z } from 'zod'
import { withOpenLink } from './sealed-link.ts'

interface Options {
  /** Created if missing. */
  readonly folder: string
  /** Decrypt the links in events. */
  readonly secretKeys: readonly SecretKey[]
  readonly log: Logger
}

/**
 * Writes each mail as a JSON file to a folder that only its owner can read, so that developers can follow
 * links without a mail server. A redelivered mail is the same file.
 */
export async function startMailOutbox(
  broker: Broker,
  { folder, secretKeys, log }: Options,
): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return await startConsumer(broker, {
    ...eventQueue('accounts.mail-outbox'),
    async handle(events) {
      for (const event of events) await writeMail(folder, event, secretKeys)
    },
    log,
  })
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
