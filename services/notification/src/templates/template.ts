import type { FieldChanges, Template, TemplateCreate, TemplateUpdate } from '@usher/contracts'
import { changesBetween, invalidField } from '@usher/service-kit'
import { requireSound, uses } from './check-template.ts'
import { VARIABLES } from './variables.ts'

/** An organisation's template, as stored. */
export interface TemplateRecord extends Pick<Template, 'name' | 'kind' | 'locale' | 'subject' | 'text'> {
  readonly _id: string
  readonly organization_id: string
  /** Variables it defines itself. */
  readonly variables: readonly string[]
  /** Kind and language for which it is the only one; absent: sent only on request. */
  readonly occasion?: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

interface Facts {
  readonly id: string
  readonly organizationId: string
  readonly now: Date
}

export const occasionKey = ({ kind, locale }: Pick<Template, 'kind' | 'locale'>): string =>
  `${kind} ${locale}`

/**
 * A new template.
 *
 * @throws ProblemError `validation_failed` if it cannot be rendered
 */
export function newTemplate(given: TemplateCreate, { id, organizationId, now }: Facts): TemplateRecord {
  return checked({
    subject: '',
    variables: [],
    ...given,
    _id: id,
    organization_id: organizationId,
    ...(given.kind !== 'custom' && { occasion: occasionKey(given) }),
    version: 1,
    created_at: now,
    updated_at: now,
  })
}

/**
 * A template with changed texts.
 *
 * @throws ProblemError `validation_failed` if it cannot be rendered
 */
export const changedTemplate = (current: TemplateRecord, given: TemplateUpdate, now: Date): TemplateRecord =>
  checked({ ...current, ...given, version: current.version + 1, updated_at: now })

function checked(template: TemplateRecord): TemplateRecord {
  const { kind, variables } = template
  if (kind !== 'custom' && variables.length > 0) {
    throw invalidField('/variables', 'are for custom templates: nobody gives their values', 'not_custom')
  }
  requireSound(template, [...VARIABLES, ...variables])
  if (kind === 'booking_code' && !uses(template.text, 'code')) {
    throw invalidField('/text', 'must contain {{ code }}', 'code_missing')
  }
  return template
}

/** A template as returned by the API. */
export const presentTemplate = (record: TemplateRecord): Template => ({
  id: record._id,
  name: record.name,
  kind: record.kind,
  locale: record.locale,
  subject: record.subject,
  text: record.text,
  variables: [...VARIABLES, ...record.variables],
  is_default: false,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
})

const FACTS = ['name', 'kind', 'locale', 'subject', 'text', 'variables'] as const

const factsOf = (record: TemplateRecord | null) =>
  record && Object.fromEntries(FACTS.map((name) => [name, record[name]]))

/** What the audit trail records of a change. */
export const templateChanges = (before: TemplateRecord | null, after: TemplateRecord | null): FieldChanges =>
  changesBetween<object>(factsOf(before), factsOf(after))
