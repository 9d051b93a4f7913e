import type { Channel } from '@usher/contracts'
import type { AddressGuard, Clock, Logger, RefusalOf, Resolve } from '@usher/service-kit'
import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { ReturnPaths } from '../smtp/return-path.ts'

/** What providers of all kinds work with. */
export interface ProviderTools {
  readonly clock: Clock
  readonly log: Logger
  /** Whether a connection may be made to an address that a customer has named. */
  readonly isAllowedAddress: AddressGuard
  readonly resolve: Resolve
  readonly returnPaths: ReturnPaths
  /** Why nothing is sent to a URL that a customer has named. */
  readonly refusalOf: RefusalOf
  /** Sends HTTP requests to allowed addresses only. */
  readonly dispatcher: Dispatcher
  /** Milliseconds that a provider is given to answer; less than an attempt has. */
  readonly answerLimitMs: number
  /** Where Twilio's API is; undefined: at Twilio. */
  readonly twilioApiUrl: string | undefined
}

/** A provider as an organisation has set it up, with its credentials in the clear. */
export interface ProviderSetup<Settings, Credentials> {
  /** Of the settings. */
  readonly id: string
  readonly organizationId: string
  readonly channels: readonly Channel[]
  readonly settings: Settings
  readonly credentials: Credentials
  /** Address at which the provider may call us back, for one of the names in {@link ProviderKind.callbacks}. */
  callbackUrl(name: string): string
}

/** What there is to know of one kind of provider. */
export interface ProviderKind<Settings = unknown, Credentials = unknown> {
  /** Channels that it can serve. */
  readonly channels: readonly [Channel, ...Channel[]]
  readonly settings: z.ZodType<Settings>
  readonly credentials: z.ZodType<Credentials>
  /** Addresses to be entered at the provider: the field that shows one, and the last part of its path. */
  readonly callbacks: Readonly<Record<string, string>>
  /**
   * Checks what the schemas cannot tell.
   *
   * @throws ProblemError `validation_failed` with a pointer below `/settings`
   */
  check?(settings: Settings, tools: ProviderTools): Promise<void>
  /** Who is shown the credentials, where the settings decide on that. */
  shownTo?(settings: Settings): string
  /** Makes what sends through it. */
  create(setup: ProviderSetup<Settings, Credentials>, tools: ProviderTools): Provider
}

/** A kind whose settings may come from anywhere: they are parsed before it sees them. */
export const providerKind = <Settings, Credentials>(
  kind: ProviderKind<Settings, Credentials>,
): ProviderKind => ({
  ...kind,
  ...(kind.check && {
    check: (settings, tools) => kind.check?.(kind.settings.parse(settings), tools) ?? Promise.resolve(),
  }),
  ...(kind.shownTo && { shownTo: (settings) => kind.shownTo?.(kind.settings.parse(settings)) ?? '' }),
  create(setup, tools) {
    const settings = kind.settings.parse(setup.settings)
    const credentials = kind.credentials.parse(setup.credentials)
    return kind.create({ ...setup, settings, credentials }, tools)
  },
})
