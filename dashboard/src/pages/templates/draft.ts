import type { Schemas } from '../../api/client.ts'

type Template = Schemas['Template']

/** A template that is being written. */
export interface Draft extends Pick<Template, 'name' | 'kind' | 'locale' | 'subject' | 'text' | 'variables'> {
  /** undefined: a new one. */
  readonly id: string | undefined
  /** Whether it is made of one that comes with Usher and cannot itself be changed. */
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
 * A template to be changed: one that comes with Usher is copied, and the copy takes its place.
 *
 * @param standard - variables that every template may use, which the template itself does not declare
 */
export const draftOf = (
  { id, is_default, name, kind, locale, subject, text, variables }: Template,
  standard: readonly string[],
): Draft => ({
  ...{ name, locale, subject, text },
  kind,
  id: is_default ? undefined : id,
  isCopy: is_default,
  variables: variables.filter((variable) => !standard.includes(variable)),
})
