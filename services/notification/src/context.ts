import {
  Counter,
  createCursors,
  type Foundation,
  IdempotencyStore,
  prepareEventJobs,
  RetentionStore,
} from '@usher/service-kit'
import { ReminderStore } from './automatic/reminder-store.ts'
import { BookingStore } from './bookings/booking-store.ts'
import type { NotificationConfig } from './config.ts'
import { createAddressHashes } from './consent/address-hash.ts'
import { ConsentStore } from './consent/consent-store.ts'
import { OptOutStore } from './consent/opt-out-store.ts'
import { GuestStore } from './guests/guest-store.ts'
import { CounterStore } from './limits/counter-store.ts'
import { SettingsStore } from './limits/settings-store.ts'
import { createChanges } from './notifications/change-notification.ts'
import { NotificationStore } from './notifications/notification-store.ts'
import { OrganizationStore } from './organizations/organization-store.ts'
import { createProviderChoice } from './providers/choose-provider.ts'
import { sandboxChannels } from './providers/sandbox/sandbox.ts'
import { ProviderStore } from './providers/settings/provider-store.ts'
import { createProviderTools } from './providers/settings/provider-tools.ts'
import { QueueMessagesStore } from './queue-messages/queue-messages-store.ts'
import { QueueStore } from './queues/queue-store.ts'
import { QuestionStore } from './replies/question-store.ts'
import { ReplyStore } from './replies/reply-store.ts'
import { TemplateStore } from './templates/template-store.ts'

/** Builds the context and registers the service's collections. */
export function createContext(foundation: Foundation, config: NotificationConfig) {
  const { connection, clock, log, shutdown } = foundation
  const { secretKeys } = config
  prepareEventJobs(connection)
  const notifications = new NotificationStore(connection)
  const addressHashes = createAddressHashes(secretKeys)
  const organizations = new OrganizationStore(connection)
  const guests = new GuestStore(connection)
  const providers = new ProviderStore(connection)
  const tools = shutdown.use(createProviderTools(config, clock, log))
  const choose = createProviderChoice(foundation, config, tools, { providers, guests })
  return {
    ...foundation,
    config,
    tools,
    choose,
    /** The channels by which an organisation's messages go to the sandbox. */
    sandboxChannels: (organizationId: string) => sandboxChannels(choose, organizationId),
    cursors: createCursors(secretKeys),
    idempotency: new IdempotencyStore(connection, secretKeys),
    notifications,
    ...createChanges({ connection, notifications, clock }),
    guests,
    queues: new QueueStore(connection),
    queueMessages: new QueueMessagesStore(connection),
    reminders: new ReminderStore(connection),
    bookings: new BookingStore(connection),
    templates: new TemplateStore(connection),
    providers,
    retentions: new RetentionStore(connection),
    organizations,
    settings: new SettingsStore(connection, organizations),
    counters: new CounterStore(connection),
    /** Texts with a foreign link that went to many strangers by the shared mail server. */
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

/** What the features of the service need. */
export type NotificationContext = ReturnType<typeof createContext>
