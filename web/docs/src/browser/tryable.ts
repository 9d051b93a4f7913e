/** An operation as the page "Try the API" offers it. */
export interface Tryable {
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly method: string
  readonly path: string
  /** Where it is described. */
  readonly link: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description: string
  }[]
  /** An example of the body as JSON; undefined: it takes none. */
  readonly body: string | undefined
}
