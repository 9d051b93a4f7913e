import {
  type Clock,
  Counter,
  type Cursors,
  createCursors,
  type Foundation,
  IdempotencyStore,
  RetentionStore,
  type SecretKey,
} from '@usher/service-kit'
import { ReminderStore } from './automatic/reminder-store.ts'
import { BookingStore } from './bookings/booking-store.ts'
import type { NotificationConfig } from './config.ts'
import { type AddressHashes, createAddressHashes } from './consent/address-hash.ts'
import { ConsentStore } from './consent/consent-store.ts'
import { OptOutStore } from './consent/opt-out-store.ts'
import { GuestStore } from './guests/guest-store.ts'
import { CounterStore } from './limits/counter-store.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { NumberCounters } from './limits/number-counters.ts'
import { SettingsStore } from './limits/settings-store.ts'
import { type Changes, createChanges } from './notifications/change-notification.ts'
import { NotificationStore } from './notifications/notification-store.ts'
import { OrganizationStore } from './organizations/organization-store.ts'
import { ProviderStore } from './providers/settings/provider-store.ts'
import { QueueMessagesStore } from './queue-messages/queue-messages-store.ts'
import { QueueStore } from './queues/queue-store.ts'
import { QuestionStore } from './replies/question-store.ts'
import { ReplyStore } from './replies/reply-store.ts'
import { TemplateStore } from './templates/template-store.ts'

/** What the features of the service need. */
export interface NotificationContext extends Foundation, Changes {
  readonly clock: Clock
  /** Public URL of the gateway. */
  readonly publicUrl: string
  readonly cursors: Cursors
  /** Open codes of customers. */
  readonly codeKeys: readonly SecretKey[]
  readonly idempotency: IdempotencyStore
  readonly notifications: NotificationStore
  readonly guests: GuestStore
  readonly queues: QueueStore
  readonly queueMessages: QueueMessagesStore
  readonly reminders: ReminderStore
  readonly bookings: BookingStore
  readonly templates: TemplateStore
  readonly providers: ProviderStore
  readonly retentions: RetentionStore
  readonly organizations: OrganizationStore
  readonly settings: SettingsStore
  readonly limits: Limits
  readonly counters: CounterStore
  readonly numberCounters: NumberCounters
  /** Texts with a foreign link that went to many strangers by the shared mail server. */
  readonly sharedLinks: Counter
  readonly addressHashes: AddressHashes
  readonly optOuts: OptOutStore
  readonly consents: ConsentStore
  readonly replies: ReplyStore
  readonly questions: QuestionStore
}

/** Builds the context and registers the service's collections. */
export function createContext(
  foundation: Foundation,
  { secretKeys, codeKeys, publicUrl }: NotificationConfig,
): NotificationContext {
  const { connection, clock } = foundation
  const notifications = new NotificationStore(connection)
  const addressHashes = createAddressHashes(secretKeys)
  const organizations = new OrganizationStore(connection)
  const settings = new SettingsStore(connection)
  return {
    ...foundation,
    publicUrl,
    codeKeys,
    cursors: createCursors(secretKeys),
    idempotency: new IdempotencyStore(connection, secretKeys),
    notifications,
    ...createChanges({ connection, notifications, clock }),
    guests: new GuestStore(connection),
    queues: new QueueStore(connection),
    queueMessages: new QueueMessagesStore(connection),
    reminders: new ReminderStore(connection),
    bookings: new BookingStore(connection),
    templates: new TemplateStore(connection),
    providers: new ProviderStore(connection),
    retentions: new RetentionStore(connection),
    organizations,
    settings,
    limits: createLimits(settings, organizations),
    counters: new CounterStore(connection),
    numberCounters: new NumberCounters(connection),
    sharedLinks: new Counter({
      name: 'usher_shared_mail_links_total',
      help: 'Texts with a foreign link that new organisations sent to many new addresses by the shared mail server, one a day each',
      registers: [foundation.metrics.registry],
    }),
    addressHashes,
    optOuts: new OptOutStore(connection, addressHashes),
    consents: new ConsentStore(connection),
    replies: new ReplyStore(connection),
    questions: new QuestionStore(connection, addressHashes),
  }
}
