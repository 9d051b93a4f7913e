import { type Html, html, page } from '@usher/service-kit'

interface SignInPage {
  readonly uid: string
  readonly clientName: string
  readonly email?: string
  /** Why the previous attempt failed. */
  readonly problem?: string
  /** Whether a second factor is needed as well. */
  readonly asksForCode?: boolean
}

/** The sign-in page for an authorization request. */
export const signInPage = ({ uid, clientName, email = '', problem, asksForCode }: SignInPage): string =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p>to go on to <strong>${clientName}</strong></p>
${problem === undefined ? undefined : html`<p class="bad" role="alert">${problem}</p>`}
<form method="post" action="/oauth/interaction/${uid}/sign-in">
<label>E-mail address<input name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="128"></label>
${asksForCode ? codeField : undefined}
<button type="submit">Sign in</button>
</form>
<form method="post" action="/oauth/interaction/${uid}/deny"><button class="second" type="submit">Cancel</button></form>`,
  )

const codeField: Html = html`<label>Code from your authenticator app, or a recovery code<input name="code" autocomplete="one-time-code" required maxlength="100"></label>`
