import type { Caller, MessageProviderTestResult } from '@usher/contracts'
import { invalidField, newId } from '@usher/service-kit'
import type { NotificationContext } from '../../context.ts'
import { findRecipient } from '../../recipients/recipient.ts'
import { give } from '../give.ts'
import type { CreateProvider } from './create-provider.ts'
import type { ProviderRecord } from './provider-record.ts'

const SUBJECT = 'Test message'
const TEXT = 'This is a test message from Usher. It works.'

/**
 * Sends a fixed text through a provider now.
 *
 * @param to phone number or e-mail address, in any usual notation
 * @throws ProblemError `validation_failed` if the provider has no channel for it
 */
export async function testProvider(
  ctx: NotificationContext,
  create: CreateProvider,
  { record, caller, to }: { record: ProviderRecord; caller: Caller; to: string },
): Promise<MessageProviderTestResult> {
  const recipient = await findRecipient(ctx, caller, { to, channel: 'auto' })
  const { channel } = recipient
  if (!record.channels.includes(channel)) {
    throw invalidField('/to', `is for ${channel}, which this provider does not serve`, 'wrong_channel')
  }
  const provider = create(record)
  const message = {
    ...{ id: newId('notification'), organizationId: record.organization_id, channel, expiresAt: null },
  }
  const result = await give(provider, { ...message, to: recipient.to, subject: SUBJECT, text: TEXT })
  provider.close?.()
  if (result.outcome === 'sent') {
    const words = 'The provider has accepted the message.'
    return { outcome: 'sent', message: words, provider_code: null, message_id: result.messageId }
  }
  const { message: words, provider_code } = result.error
  return { outcome: result.outcome, message: words, provider_code, message_id: null }
}
