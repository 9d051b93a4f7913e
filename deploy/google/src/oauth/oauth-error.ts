/** An error of the OAuth endpoints, in the JSON of RFC 6749 §5.2. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }

  get body() {
    return { error: this.error, error_description: this.message }
  }
}
