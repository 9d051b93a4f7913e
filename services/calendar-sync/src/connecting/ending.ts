import type { ConnectionRecord } from '../connections/connection.ts'

/** Why somebody back from Google is not connected. */
export type Failure =
  | 'unknown'
  | 'used'
  | 'expired'
  | 'wrong_session'
  | 'denied'
  | 'refused'
  | 'unavailable'
  | 'incomplete'
  | 'other_account'
  | 'provider_gone'

/** The outcome of connecting. */
export type Ending =
  | { readonly failure: Failure }
  | {
      readonly connected: ConnectionRecord
      /** The connection before it was connected again. */
      readonly before: ConnectionRecord | null
      readonly actor: string
      readonly returnTo: string | null
    }
  | {
      /** Token of the form. */
      readonly token: string
      readonly email: string
      readonly providerName: string
      readonly organizationName: string
    }
