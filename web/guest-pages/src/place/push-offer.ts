import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'

interface Offer {
  readonly speaker: Speaker
  readonly token: string
  /** Key of the server (VAPID); undefined: it sends nothing by push. */
  readonly pushKey: string | undefined
}

/** A button for notifications, hidden until `push.ts` finds that the browser supports push. */
export const pushOffer = ({ speaker, token, pushKey }: Offer): Html | undefined => {
  if (!pushKey) return undefined
  const path = `/public/guests/${encodeURIComponent(token)}/push-subscription`
  return html`
<div class="actions" data-push="${path}" data-key="${pushKey}" hidden>
<button type="button" data-push-on>${speaker.say('pushOn')}</button>
<div class="notice push-active" data-push-active hidden>
<p role="status">${speaker.say('pushTold')}</p>
<button type="button" data-push-off>${speaker.say('pushOff')}</button>
</div>
</div>`
}
