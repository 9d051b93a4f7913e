import type { AskedField } from '@usher/contracts'
import { type Html, html } from '@usher/service-kit'
import type { Speaker } from '../speaker.ts'
import { type Faults, nameOf, type Typed } from './typed.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly required?: boolean
  /** One of two of which one is needed. */
  readonly either?: boolean
  readonly type?: 'text' | 'number' | 'tel' | 'email' | 'date' | 'time'
  readonly autocomplete?: 'name' | 'tel' | 'email' | 'one-time-code'
  readonly inputmode?: 'numeric'
  readonly maxlength?: number
  readonly min?: number
  readonly max?: number
  /** For numbers that need not be whole. */
  readonly step?: 'any'
  readonly hint?: string
}

/** A form as it is shown. */
export interface Form {
  readonly speaker: Speaker
  readonly typed: Typed
  readonly faults: Faults
}

/** A labelled input with hint and error; the first invalid one gets the focus. */
export function inputField(field: Field, form: Form): Html {
  const { name, type = 'text' } = field
  const value = form.typed[name] ?? ''
  const limits = [
    field.autocomplete && html` autocomplete="${field.autocomplete}"`,
    field.inputmode && html` inputmode="${field.inputmode}"`,
    field.maxlength && html` maxlength="${field.maxlength}"`,
    field.min !== undefined && html` min="${field.min}"`,
    field.max !== undefined && html` max="${field.max}"`,
    field.step && html` step="${field.step}"`,
  ]
  return framed(
    field,
    form,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}" dir="${type === 'text' ? 'auto' : 'ltr'}"${limits}${marks(field, form)}>`,
  )
}

/** A labelled input for several lines. */
export function textArea(field: Field, form: Form): Html {
  const { name, maxlength = 500 } = field
  return framed(
    field,
    form,
    html`<textarea id="${name}" name="${name}" rows="3" dir="auto" maxlength="${maxlength}"${marks(field, form)}>${form.typed[name] ?? ''}</textarea>`,
  )
}

/** The input for a custom field of a queue, or a question of a service. */
export function customField(custom: AskedField, form: Form): Html {
  const { label, required } = custom
  const name = nameOf(custom)
  const field = { name, label, required }
  if (custom.type === 'boolean') return checkbox(field, form)
  if (custom.type === 'choice') return choice({ ...field, options: custom.options ?? [] }, form)
  if (custom.type === 'number') return inputField({ ...field, type: 'number', step: 'any' }, form)
  return inputField({ ...field, type: custom.type, ...(custom.type === 'text' && { maxlength: 500 }) }, form)
}

function checkbox(field: Field, { typed, faults }: Form): Html {
  const { name, label } = field
  return html`<div class="field check"><label><input type="checkbox" name="${name}" value="yes"${typed[name] === 'yes' && html` checked`}> <bdi>${label}</bdi></label>${fault(name, faults)}</div>`
}

function choice(field: Field & { readonly options: readonly string[] }, form: Form): Html {
  const { name, options } = field
  const isChosen = (option: string) => form.typed[name] === option
  return framed(
    field,
    form,
    html`<select id="${name}" name="${name}"${marks(field, form)}><option value="">${form.speaker.say('choose')}</option>
${options.map((option) => html`<option${isChosen(option) && html` selected`}>${option}</option>`)}</select>`,
  )
}

interface Select {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A labelled list of which one is always chosen. */
export const selectField = ({ name, label, options }: Select, chosen: string): Html => html`
<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(
  ({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select></div>`

const framed = (
  { name, label, required, either, hint }: Field,
  { speaker, faults }: Form,
  input: Html,
): Html => html`
<div class="field"><label for="${name}"><bdi>${label}</bdi>${!required && !either && html` <small>(${speaker.say('optional')})</small>`}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${input}${fault(name, faults)}</div>`

const fault = (name: string, faults: Faults): Html | false =>
  faults[name] !== undefined && html`<p class="fault" id="${name}-fault">${faults[name]}</p>`

/** ARIA attributes of a field. */
function marks({ name, required, hint }: Field, { faults }: Form): Html {
  const isWrong = faults[name] !== undefined
  const described = [hint && `${name}-hint`, isWrong && `${name}-fault`].filter((id) => !!id).join(' ')
  const isFirst = Object.keys(faults)[0] === name
  return html`${required && html` required`}${isWrong && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}${isFirst && html` autofocus`}`
}
