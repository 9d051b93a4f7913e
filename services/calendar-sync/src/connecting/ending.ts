import type { ConnectionRecord } from '../connections/connection.ts'

/** Why somebody who comes back from Google is not connected. */
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

/** Where the way to Google and back ended. */
export type Ending =
  | { readonly failure: Failure }
  | {
      readonly connected: ConnectionRecord
      /** As it was before it was connected again. */
      readonly before: ConnectionRecord | null
      readonly actor: string
      readonly returnTo: string | null
    }
  | {
      /** Of the form. */
      readonly token: string
      readonly email: string
      readonly providerName: string
      readonly organizationName: string
    }
