/** What the OAuth server keeps of a token, code, grant, session or interaction. */
export interface Artifact {
  /** Model and SHA-256 of its identifier, which for most is the secret that its holder shows. */
  readonly _id: string
  readonly model: string
  readonly client_id: string | null
  /** Of the grant that it came of; of a grant its own. */
  readonly grant_id: string | null
  /** SHA-256 of the uid by which sessions are found as well. */
  readonly uid_sha256: string | null
  /** Everything as the server gave it but the identifier, sealed. */
  readonly payload: string
  /** When it was used, in seconds since 1970, where it may be used once. */
  readonly consumed: number | null
  readonly expires_at: Date | null
  /** Of a grant alone: its TypeID, who consented, and for which organisation. */
  readonly public_id?: string
  readonly member_id?: string
  readonly organization_id?: string
}
