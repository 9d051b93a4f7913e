/** A token, code, grant, session or interaction of the OAuth server. */
export interface Artifact {
  /** Model and SHA-256 of its id, which usually is the secret that its holder presents. */
  readonly _id: string
  readonly model: string
  readonly client_id: string | null
  /** Id of the grant it belongs to; for a grant, its own. */
  readonly grant_id: string | null
  /** SHA-256 of the uid, by which sessions can also be found. */
  readonly uid_sha256: string | null
  /** Device codes only: SHA-256 of the code that a person enters. */
  readonly user_code_sha256?: string
  /** Device codes only: when the program last asked for its tokens. */
  readonly polled_at?: Date
  /** The server's payload without the id, encrypted. */
  readonly payload: string
  /** When a single-use artifact was used, in seconds since 1970. */
  readonly consumed: number | null
  readonly expires_at: Date | null
  /** Grants only: TypeID, consenting member and organisation. */
  readonly public_id?: string
  readonly member_id?: string
  readonly organization_id?: string
  /** Grants only: false if the tokens are for test data. */
  readonly livemode?: boolean
}
