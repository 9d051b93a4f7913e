/** How far a privacy request has come. */
export interface PrivacyState {
  /** The last guest that was exported. */
  readonly after: string
  /** Answers given. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often all of an organisation was erased. */
  readonly passes: number
}
