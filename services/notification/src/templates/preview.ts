import type { TemplatePreview, TemplatePreviewRequest } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { requireSound } from './check-template.ts'
import { render } from './render.ts'
import { smsOf } from './segments.ts'
import { startsAt } from './starts-at.ts'
import { VARIABLES, type Values } from './variables.ts'

/** A sample guest, for templates of queues and bookings. */
const SAMPLE: Record<(typeof VARIABLES)[number], Values[string]> = {
  guest_name: 'Ada Lovelace',
  venue_name: 'Bistro',
  queue_name: 'Dinner',
  position: 3,
  status_url: 'https://usher.example/w/Zk3vQ0mJc8sLx2nB',
  party_size: 2,
  estimated_wait: 15,
  minutes_left: 5,
  desk: 'Counter 3',
  service_name: 'Haircut',
  provider_name: 'Grace',
  starts_at: startsAt(new Date('2026-11-27T19:30:00Z'), 'UTC', 'en'),
  code: '402915',
}

/**
 * A template rendered for a sample guest.
 *
 * @throws ProblemError `validation_failed` if it cannot be rendered
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
