import type { Schemas } from '../../api/client.ts'

type Template = Schemas['Template']

/** A template being edited. */
export interface Draft extends Pick<Template, 'name' | 'kind' | 'locale' | 'subject' | 'text' | 'variables'> {
  /** undefined: a new one. */
  readonly id: string | undefined
  /** Whether it is a copy of a built-in template, which cannot be changed itself. */
  readonly isCopy: boolean
}

export const EMPTY_DRAFT: Draft = {
  id: undefined,
  isCopy: false,
  name: '',
  kind: 'custom',
  locale: 'en',
  subject: '',
  text: '',
  variables: [],
}

/**
 * A draft for editing a template: a built-in one is copied, and the copy replaces it.
 *
 * @param standard - variables that every template may use, which the template itself does not declare
 */
export const draftOf = (
  { id, is_default, name, kind, locale, subject, text, variables }: Template,
  standard: readonly string[],
): Draft => ({
  name,
  locale,
  subject,
  text,
  kind,
  id: is_default ? undefined : id,
  isCopy: is_default,
  variables: variables.filter((variable) => !standard.includes(variable)),
})
