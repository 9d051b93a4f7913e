/** How an organisation appears in messages, from its events. */
export interface Brand {
  readonly name: string
  readonly address: string | null
  /** E.164. */
  readonly phone: string | null
  /** #rrggbb. */
  readonly brand_color: string | null
  /** Path of its logo at the public URL. */
  readonly logo_path: string | null
}
