import type { BookableService } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import { type Form, inputField, selectField } from '../fields/inputs.ts'
import type { Typed } from '../fields/typed.ts'
import type { TextKey } from '../words/words.ts'

/** How often visits can recur, as rules of RFC 5545, by the value of the field. */
const RHYTHMS: Readonly<Record<string, { readonly rule: string; readonly text: TextKey }>> = {
  week: { rule: 'FREQ=WEEKLY', text: 'repeatWeekly' },
  'two-weeks': { rule: 'FREQ=WEEKLY;INTERVAL=2', text: 'repeatTwoWeeks' },
  'four-weeks': { rule: 'FREQ=WEEKLY;INTERVAL=4', text: 'repeatFourWeeks' },
}

/** Names of the fields. */
export const REPEAT_NAMES = ['repeat', 'visits']

/** Visits that are suggested. */
const USUAL = 4

/** The rule for the visits that were asked for; undefined: only one. */
export function recurrenceIn({ repeat = '', visits = '' }: Typed): string | undefined {
  const rhythm = RHYTHMS[repeat]
  return rhythm && `${rhythm.rule};COUNT=${visits.trim()}`
}

/** Whether visits recur, and their number cannot be booked. */
export function isCountWrong(typed: Typed, { max_visits }: BookableService): boolean {
  const count = Number(typed.visits)
  return recurrenceIn(typed) !== undefined && !(Number.isInteger(count) && count >= 2 && count <= max_visits)
}

/** The fields for visits that recur, where the service offers that. */
export function repeatFields({ max_visits: max }: BookableService, form: Form): Html | false {
  if (max < 2) return false
  const { speaker, typed } = form
  const options = [
    { value: '', text: speaker.say('repeatOnce') },
    ...Object.entries(RHYTHMS).map(([value, { text }]) => ({ value, text: speaker.say(text) })),
  ]
  const suggested = { ...typed, visits: typed.visits || String(Math.min(USUAL, max)) }
  const hint = speaker.say('visitsHint', { max })
  return html`${selectField({ name: 'repeat', label: speaker.say('repeat'), options }, typed.repeat ?? '')}
${inputField({ name: 'visits', label: speaker.say('visits'), type: 'number', min: 2, max, hint, required: true }, { ...form, typed: suggested })}`
}
