import { isLive } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type AssetName, assetPath } from './assets.ts'
import { colorsPath } from './brand/brand-routes.ts'
import { type Venue, venueFooter, venueName } from './brand/venue.ts'
import type { PlaceWords } from './browser/shared.ts'
import { LOCALES } from './locale.ts'
import { type Speaker, speakerOf } from './speaker.ts'
import { hiddenFields, type Query } from './visit.ts'

export interface Page {
  readonly speaker: Speaker
  readonly title: string
  /** The kind of page, used as a class of its body. */
  readonly kind: 'place' | 'join' | 'poster' | 'display' | 'book' | 'booking' | 'problem'
  /** Whose page it is; absent if that is unknown. */
  readonly venue?: Venue
  readonly main: Html
  readonly footer?: Html | undefined
  /** Scripts of this kind of page alone. */
  readonly scripts?: readonly AssetName[]
  /** The stream that the script follows, as `data-` attributes of the body. */
  readonly live?: Live | undefined
  /** Sites that may show the page in a frame; absent: it is a page of its own. */
  readonly sites?: readonly string[] | undefined
  /** Seconds after which a browser without scripts reloads the page. */
  readonly refreshSeconds?: number
}

export interface Live {
  /** Path of a stream of server-sent events. */
  readonly events: string
  /** Name of the event that announces a change. */
  readonly event: 'place' | 'display'
}

/** A whole page. It works without scripts; the script keeps it up to date. */
export function layout(page: Page): Html {
  const { speaker, title, kind, venue, main, footer, live, refreshSeconds, scripts = [], sites } = page
  const color = venue?.brand?.brand_color
  const contact = venue && kind !== 'display' && venueFooter(venue)
  return html`<!doctype html>
<html lang="${speaker.locale}" dir="${speaker.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${venue && venueName(venue) !== title ? `${title} · ${venueName(venue)}` : title}</title>
<link rel="icon" href="${assetPath('icon.svg')}">
<link rel="stylesheet" href="${assetPath('guest.css')}">
${color && html`<link rel="stylesheet" href="${colorsPath(color)}">`}
${live && liveScripts}
${scripts.map(scriptTag)}
${scriptTag('forms.ts')}
${sites && scriptTag('frame.ts')}
${refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
</head>
<body class="${kind}${sites && ' embedded'}" data-not-sent="${speaker.say('notSent')}"${live && liveAttributes(live, speaker)}>
<p class="lost" role="status" data-lost hidden>${speaker.say('connectionLost')}</p>
<p class="unseen" role="status" data-said></p>
${venue?.brand && !isLive(venue.brand.id) && html`<p class="test">${speaker.say('testData')}</p>`}
${main}
${(footer || contact) && html`<footer>${contact}${footer}</footer>`}
</body>
</html>`
}

const scriptTag = (name: AssetName): Html => html`<script type="module" src="${assetPath(name)}"></script>`

/** With the module that it imports, so that both are loaded at once. */
const liveScripts = html`<link rel="modulepreload" href="${assetPath('shared.ts')}">
${scriptTag('guest.ts')}`

function liveAttributes({ events, event }: Live, { tag, words }: Speaker): Html {
  const { ahead, youAreNext, noWait } = words
  const used: PlaceWords = { ahead, youAreNext, noWait }
  return html` data-events="${events}" data-event="${event}" data-tag="${tag}" data-words="${JSON.stringify(used)}"`
}

interface Choice {
  readonly speaker: Speaker
  /** The rest of the address, if the choice goes into it. */
  readonly kept?: Query
  /** Where the choice is posted to be kept; otherwise it goes into the address. */
  readonly action?: string
}

/** The language picker, a form of its own. */
export const languageForm = ({ speaker, action, kept: { lang: _, ...others } = {} }: Choice): Html => html`
<form class="language" method="${action ? 'post' : 'get'}"${action && html` action="${action}"`}>${hiddenFields(others)}
<label for="lang">${speaker.say('language')}</label>
<select id="lang" name="lang">${languageOptions(speaker)}</select>
<button class="quiet">${speaker.say('change')}</button>
</form>`

/** The language picker as part of a form, which the button sends without what it is for. */
export const languageField = (speaker: Speaker): Html => html`
<div class="language">
<label for="locale">${speaker.say('language')}</label>
<select id="locale" name="locale">${languageOptions(speaker)}</select>
<button class="quiet" name="action" value="language">${speaker.say('change')}</button>
</div>`

/** Every language, in its own name. */
const languageOptions = (speaker: Speaker): Html[] =>
  LOCALES.map(
    (locale) =>
      html`<option value="${locale}" lang="${locale}"${locale === speaker.locale && html` selected`}>${ownName(locale)}</option>`,
  )

const ownName = (locale: Speaker['locale']): string =>
  new Intl.DisplayNames([speakerOf(locale).tag], { type: 'language' }).of(locale) ?? locale
