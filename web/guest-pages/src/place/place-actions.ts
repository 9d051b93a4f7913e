import type { OwnPlace } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { keyField } from '../form.ts'
import type { Speaker } from '../speaker.ts'

const PARTIES = [1, 2, 3, 5]
const MINUTES = [10, 20, 30, 60]

/** The actions of a waiting guest. They need no script: confirmations are unfolded in place. */
export const placeActions = (place: OwnPlace, speaker: Speaker, path: string): Html => html`
<div class="actions">
${
  isHere(place) ||
  html`
<form method="post" action="${path}/arrived">${keyField()}
<button class="primary">${speaker.say('arrive')}</button></form>`
}
<details id="later"><summary>${speaker.say('moreTime')}</summary>
<form method="post" action="${path}/later">${keyField()}
<fieldset><legend>${speaker.say('backInTitle')}</legend><div class="choices">
${MINUTES.map((n) => html`<button name="minutes" value="${n}">${speaker.minutes(n)}</button>`)}
</div></fieldset></form>
<form method="post" action="${path}/later">${keyField()}
<fieldset><legend>${speaker.say('letPassTitle')}</legend><div class="choices">
${PARTIES.map((n) => html`<button name="parties" value="${n}">${speaker.count('letPass', n)}</button>`)}
</div></fieldset></form>
</details>
<details id="leave"><summary>${speaker.say('leave')}</summary>
<form method="post" action="${path}/leave">${keyField()}
<p>${speaker.say('leaveConfirm')}</p>
<button class="danger">${speaker.say('leaveYes')}</button></form>
</details>
</div>`

/** A guest who is away can say that they are back. */
const isHere = ({ arrived_at, away_until }: OwnPlace): boolean => arrived_at !== null && away_until === null
