import { clientOf, type Html, html } from '@usher/service-kit'

/** Where and when a device sign-in started. An address is undefined if the gateway did not know it. */
export interface DeviceOrigin {
  readonly startedAt: Date
  /** Of the program that asked for the code. */
  readonly address: string | undefined
  /** Of the browser that shows the page. */
  readonly browserAddress: string | undefined
}

/**
 * Tells where and when a device sign-in started, so that people notice one that somebody else started (RFC 8628 §5.4).
 * Nothing here is the program's own word.
 */
export const deviceOrigin = ({ startedAt, address, browserAddress }: DeviceOrigin, now: Date): Html =>
  html`<p>The sign-in started ${age(startedAt, now)}, at ${startedAt.toISOString().slice(11, 16)} UTC, from ${
    address === undefined ? 'an unknown network address' : html`network address <strong>${address}</strong>`
  }. ${comparison(address, browserAddress)}</p>`

function age(startedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - startedAt.getTime()) / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

function comparison(address: string | undefined, browserAddress: string | undefined): Html | undefined {
  if (address === undefined || browserAddress === undefined) return undefined
  if (clientOf(address) === clientOf(browserAddress)) return html`This browser is on the same network.`
  return html`<strong>This browser has a different address, ${browserAddress}.</strong> Continue only if you started the sign-in on another machine.`
}
