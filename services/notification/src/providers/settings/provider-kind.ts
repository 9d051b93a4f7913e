import type { Channel } from '@usher/contracts'
import type { AddressGuard, Clock, Logger, RefusalOf, Resolve } from '@usher/service-kit'
import type { Dispatcher } from 'undici'
import type { Provider } from '../provider.ts'
import type { ReturnPaths } from '../smtp/return-path.ts'

/** What providers of all kinds need. */
export interface ProviderTools {
  readonly clock: Clock
  readonly log: Logger
  /** Whether connections to an address from a customer are allowed. */
  readonly isAllowedAddress: AddressGuard
  readonly resolve: Resolve
  readonly returnPaths: ReturnPaths
  /** Why nothing is sent to a URL from a customer. */
  readonly refusalOf: RefusalOf
  /** Sends HTTP requests to allowed addresses only. */
  readonly dispatcher: Dispatcher
  /** Time limit for a provider's response, in ms; less than that of an attempt. */
  readonly answerLimitMs: number
  /** URL of Twilio's API; undefined: Twilio itself. */
  readonly twilioApiUrl: string | undefined
}

/** A configured provider, with decrypted credentials. */
export interface ProviderSetup<Settings, Credentials> {
  /** Id of the configured provider. */
  readonly id: string
  readonly channels: readonly Channel[]
  readonly settings: Settings
  readonly credentials: Credentials
  /** The provider's callback URL for one of the names in {@link ProviderKind.callbacks}. */
  callbackUrl(name: string): string
}

/** One kind of provider. */
export interface ProviderKind<Settings = unknown, Credentials = unknown> {
  /** Channels it supports. */
  readonly channels: readonly [Channel, ...Channel[]]
  /** Callback URLs to enter at the provider: the field that shows one, and the last segment of its path. */
  readonly callbacks: Readonly<Record<string, string>>
  /**
   * Checks what the schemas cannot.
   *
   * @throws ProblemError `validation_failed` with a pointer below `/settings`
   */
  check?(settings: Settings, tools: ProviderTools): Promise<void>
  /** Who receives the credentials, if that depends on the settings. */
  shownTo?(settings: Settings): string
  /** Creates the sender. */
  create(setup: ProviderSetup<Settings, Credentials>, tools: ProviderTools): Provider
}
