import type { Template, TemplateKind } from '@usher/contracts'
import { derivedId } from '@usher/service-kit'
import { DEFAULT_WORDS } from './default-words.ts'
import { VARIABLES } from './variables.ts'

/** The templates that come with Usher, as an organisation sees them: with identifiers of its own. */
export const defaultTemplates = (organizationId: string): Template[] =>
  Object.entries(DEFAULT_WORDS).flatMap(([locale, kinds]) =>
    Object.entries(kinds).map(([kind, { name, subject, text }]) => ({
      id: derivedId('template', `${organizationId} ${kind} ${locale}`),
      name,
      kind: kind as TemplateKind,
      locale: locale as Template['locale'],
      subject,
      text,
      variables: [...VARIABLES],
      is_default: true,
      created_at: null,
      updated_at: null,
    })),
  )
