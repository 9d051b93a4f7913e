import { OAUTH_PATHS } from '@usher/contracts'
import { html, page } from '@usher/service-kit'
import { type DeviceOrigin, deviceOrigin } from './device-origin.ts'

interface CodePage {
  /** Of the session; comes back with the form. */
  readonly secret: string
  readonly code: string
  /** What was wrong with the code before. */
  readonly problem?: string | undefined
}

/** Where people enter the code that a program shows. */
export const deviceCodePage = ({ secret, code, problem }: CodePage): string =>
  page(
    'Enter the code',
    html`<h1>Enter the code</h1>
<p>It is shown in the terminal in which you are signing in.</p>
${problem === undefined ? undefined : html`<p class="bad" role="alert">${problem}</p>`}
<form method="post" action="${OAUTH_PATHS.device}">
<input type="hidden" name="xsrf" value="${secret}">
<label>Code<input name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" value="${code.slice(0, 20)}"></label>
<button type="submit">Go on</button>
</form>`,
  )

interface ConfirmPage {
  readonly secret: string
  readonly clientName: string
  readonly code: string
  readonly origin: DeviceOrigin
}

/** Where people compare the code, so that nobody lets in the program of somebody else. */
export const deviceConfirmPage = ({ secret, clientName, code, origin }: ConfirmPage): string =>
  page(
    'Is this your code?',
    html`<h1>Is this your code?</h1>
<p><strong>${code}</strong></p>
${deviceOrigin(origin, new Date())}
<p>Go on only if you have just started <strong>${clientName}</strong> yourself and it shows this code. If somebody sent it to you, they want to use your account.</p>
<form method="post" action="${OAUTH_PATHS.device}">
<input type="hidden" name="xsrf" value="${secret}">
<input type="hidden" name="user_code" value="${code}">
<button type="submit" name="confirm" value="yes">Go on</button>
<button class="second" type="submit" name="abort" value="yes">This is not my code</button>
</form>`,
  )

/** The end, for whoever allowed it or did not. */
export const deviceDonePage = (isAllowed: boolean): string =>
  page(
    isAllowed ? 'You are signed in' : 'Not signed in',
    isAllowed
      ? html`<h1>You are signed in</h1><p>Go back to your terminal. You can close this page.</p>`
      : html`<h1>Not signed in</h1><p>The program was not let in. You can close this page.</p>`,
  )
