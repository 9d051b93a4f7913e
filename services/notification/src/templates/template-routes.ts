import {
  operations,
  type Template,
  type TemplatePreview,
  type TemplatePreviewRequest,
} from '@usher/contracts'
import {
  entityTag,
  invalidField,
  newId,
  notFound,
  type OperationRouter,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { requireSound } from './check-template.ts'
import { findDefault } from './default-templates.ts'
import { listTemplates } from './find-template.ts'
import { render } from './render.ts'
import { smsOf } from './segments.ts'
import { startsAt } from './starts-at.ts'
import {
  changedTemplate,
  newTemplate,
  presentTemplate,
  type TemplateRecord,
  templateChanges,
} from './template.ts'
import { VARIABLES, type Values } from './variables.ts'

/** Routes of an organisation's templates. */
export function templateRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, templates } = ctx

  on(operations.listTemplates, async ({ query, caller }) => {
    const list = JSON.stringify(['templates', caller.organization_id])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await listTemplates(ctx, caller.organization_id, { afterId, limit: query.limit + 1 })
    const present = (template: Template) => template
    return pageReply({ cursors, list, query, found, place: ({ id }) => [id], present })
  })

  on(operations.createTemplate, async ({ body, caller, idempotency }) => {
    return await answers.once(idempotency, async (session) => {
      const facts = { id: newId('template'), organizationId: caller.organization_id, now: clock.now() }
      const record = newTemplate(body, facts)
      await templates.requireRoom('template', caller, session)
      await templates.insert(record, session)
      const { body: shown, headers } = reply(record)
      const location = `/v1/notifications/templates/${record._id}`
      const audit = { resource: record._id, changes: templateChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  })

  on(operations.previewTemplate, async ({ body, idempotency }) => {
    return await answers.once(idempotency, async () => ({ body: previewOf(body) }))
  })

  on(operations.getTemplate, async ({ params, caller }) => {
    const own = await templates.find(caller.organization_id, params.id)
    if (own) return reply(own)
    const byDefault = findDefault(caller.organization_id, params.id)
    if (!byDefault) throw notFound('template')
    return { body: byDefault, headers: { etag: entityTag(0, 0) } }
  })

  on(operations.updateTemplate, async ({ params, body, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const change = (current: TemplateRecord) => changedTemplate(current, body, clock.now())
    const { before, after } = await templates.change(target, change)
    return { ...reply(after), audit: { changes: templateChanges(before, after) } }
  })

  on(operations.deleteTemplate, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const before = await templates.remove(target)
    return { body: null, audit: { changes: templateChanges(before, null) } }
  })
}

const reply = (record: TemplateRecord) => ({
  body: presentTemplate(record),
  headers: { etag: entityTag(record.version, 0) },
})

/** A sample guest, for templates of queues and bookings. */
const SAMPLE: Record<(typeof VARIABLES)[number], Values[string]> = {
  guest_name: 'Ada Lovelace',
  venue_name: 'Bistro',
  queue_name: 'Dinner',
  position: 3,
  status_url: 'https://usher.example/w/Zk3vQ0mJc8sLx2nB',
  party_size: 2,
  estimated_wait: 15,
  channel: 'sms',
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
function previewOf(given: TemplatePreviewRequest): TemplatePreview {
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
