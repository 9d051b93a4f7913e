import type { TemplatePreview, TemplatePreviewRequest } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { requireSound } from './check-template.ts'
import { render } from './render.ts'
import { smsOf } from './segments.ts'
import { VARIABLES, type Values } from './variables.ts'

/** A guest who could be. */
const SAMPLE: Values = {
  guest_name: 'Ada Lovelace',
  queue_name: 'Dinner',
  position: 3,
  status_url: 'https://usher.example/w/Zk3vQ0mJc8sLx2nB',
}

/**
 * A template filled in for a sample guest.
 *
 * @throws ProblemError `validation_failed` for one that cannot be filled in
 */
export function previewOf(given: TemplatePreviewRequest): TemplatePreview {
  const { subject, text, variables = {}, price_per_segment } = given
  requireSound({ subject: subject ?? '', text }, [...VARIABLES, ...Object.keys(variables)])
  const values = { ...SAMPLE, ...variables }
  const filled = filledIn('/text', text, values)
  return {
    subject: subject === undefined ? null : filledIn('/subject', subject, values),
    text: filled,
    sms: smsOf(filled, price_per_segment),
  }
}

function filledIn(pointer: string, template: string, values: Values): string {
  const rendered = render(template, values)
  if ('reason' in rendered) throw invalidField(pointer, rendered.reason, 'template_failed')
  return rendered.text
}
