import type { Account } from '../google-state.ts'
import { escapeHtml, page } from '../html.ts'
import { SCOPES } from './scopes.ts'

interface Consent {
  readonly flow: string
  readonly clientName: string
  readonly scopes: readonly string[]
  readonly accounts: readonly Account[]
  /** The preselected address. */
  readonly loginHint: string | undefined
}

/** The consent page: account choice and a tick per scope ("granular permissions"). */
export function consentPage({ flow, clientName, scopes, accounts, loginHint }: Consent): string {
  const chosen = accounts.find(({ email }) => email === loginHint) ?? accounts[0]
  const name = escapeHtml(clientName)
  return page(
    'Sign in - Local Google',
    `<main class="card">
<p class="note">Local Google: no real account is involved</p>
<h1>${name} wants access to your Google Account</h1>
<form method="post" action="/o/oauth2/v2/auth/consent">
<input type="hidden" name="flow" value="${escapeHtml(flow)}">
<fieldset><legend>Choose an account</legend>
${accounts.map((account) => accountChoice(account, account === chosen)).join('\n')}
</fieldset>
<fieldset><legend>This will allow ${name} to:</legend>
${scopes.map(scopeChoice).join('\n')}
</fieldset>
<button type="submit" name="decision" value="cancel">Cancel</button>
<button type="submit" name="decision" value="allow" class="primary">Allow</button>
</form>
</main>`,
  )
}

/** The page that Google shows if it cannot redirect the error, because the client or address is unknown. */
export function refusalPage(error: string, description: string): string {
  return page(
    'Error 400',
    `<main class="card">
<h1>Access blocked: this app's request is invalid</h1>
<p>${escapeHtml(description)}</p>
<p>Error 400: ${escapeHtml(error)}</p>
</main>`,
  )
}

const accountChoice = ({ email, name }: Account, isChosen: boolean) =>
  `<label><input type="radio" name="account" value="${escapeHtml(email)}"${isChosen ? ' checked' : ''} required> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</label>`

const scopeChoice = (scope: string) =>
  `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(SCOPES[scope] ?? scope)}</label>`
