import { type ApiScope, SCOPES } from '@usher/contracts'
import { type Html, html, page } from '@usher/service-kit'
import { type DeviceOrigin, deviceOrigin } from './device-origin.ts'

interface ConsentPage {
  readonly uid: string
  readonly clientName: string
  readonly organizationName: string
  readonly memberName: string
  readonly email: string
  /** The requested scopes. */
  readonly scopes: readonly ApiScope[]
  /** Whether the application registered itself. */
  readonly isSelfRegistered: boolean
  /** Where the person is redirected afterwards; undefined: a program on a device waits. */
  readonly redirectUri: string | undefined
  /** Where a program on a device asks from. */
  readonly origin: DeviceOrigin | undefined
}

/** The consent page, in plain words. */
export const consentPage = (facts: ConsentPage): string =>
  page(
    `Let ${facts.clientName} in?`,
    html`<h1>Let ${facts.clientName} work with ${facts.organizationName}?</h1>
<p>It would be able to:</p>
<ul>
${facts.scopes.map((scope) => html`<li>${SCOPES[scope]}</li>`)}
</ul>
${facts.isSelfRegistered ? unknownMaker : undefined}
${facts.origin && deviceOrigin(facts.origin, new Date())}
<p>You are signed in as ${facts.memberName} (${facts.email}). ${next(facts.redirectUri)}</p>
<form method="post" action="/oauth/interaction/${facts.uid}/consent">${facts.redirectUri === undefined ? byMode : allow}</form>
<form method="post" action="/oauth/interaction/${facts.uid}/deny"><button class="second" type="submit">Do not allow</button></form>`,
  )

const allow: Html = html`<button type="submit">Allow</button>`

/** Test data first: what is tried out there reaches nobody. */
const byMode: Html = html`<button type="submit" name="mode" value="test">Allow for test data</button>
<button class="second" type="submit" name="mode" value="live">Allow for live data</button>`

const next = (redirectUri: string | undefined): Html =>
  redirectUri === undefined
    ? html`Afterwards you go back to your terminal.`
    : html`Afterwards you go on to <strong>${new URL(redirectUri).host}</strong>.`

const unknownMaker: Html = html`<p>This application registered itself, under a name of its own choice. Go on only if you have just connected it yourself.</p>`
