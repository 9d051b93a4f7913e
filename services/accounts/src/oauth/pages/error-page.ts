import { html, page, pageHeaders } from '@usher/service-kit'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** Shows an authorization error that cannot be sent to the application. */
export function renderError(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: { error: string; error_description?: string | undefined },
): void {
  ctx.set(pageHeaders())
  ctx.body = errorPage(description ?? error)
}

/** @param back link that reports the error to the application, for the person to follow */
export const errorPage = (description: string, back?: string): string =>
  page(
    'This did not work',
    html`<h1>This did not work</h1>
<p>The application that sent you here asked for something that cannot be done: ${description}.</p>
<p>Go back to it and try again. If it happens again, tell the people who make it.</p>
${back === undefined ? undefined : html`<p><a href="${back}" rel="noreferrer">Go back to ${new URL(back).host}</a></p>`}`,
  )
