import type { Template, TemplateKind } from '@usher/contracts'
import { derivedId } from '@usher/service-kit'
import { VARIABLES } from './variables.ts'

type Words = Pick<Template, 'name' | 'subject' | 'text'>

/** What is said where an organisation has no words of its own. */
const ENGLISH: Readonly<Record<Exclude<TemplateKind, 'custom'>, Words>> = {
  added: {
    name: 'Added to the queue',
    subject: 'You are in line{% if queue_name %} at {{ queue_name }}{% endif %}',
    text:
      'Hi {{ guest_name }}, you are in line{% if queue_name %} at {{ queue_name }}{% endif %}' +
      '{% if position %}, number {{ position }}{% endif %}.' +
      '{% if status_url %} Your place: {{ status_url }}{% endif %}',
  },
  ready: {
    name: 'Ready',
    subject: 'It is your turn{% if queue_name %} at {{ queue_name }}{% endif %}',
    text: '{{ guest_name }}, it is your turn{% if queue_name %} at {{ queue_name }}{% endif %}. Please come now.',
  },
}

/** The templates that come with Usher, as an organisation sees them: with identifiers of its own. */
export const defaultTemplates = (organizationId: string): Template[] =>
  Object.entries(ENGLISH).map(([kind, words]) => ({
    id: derivedId('template', `${organizationId} ${kind} en`),
    name: words.name,
    kind: kind as TemplateKind,
    locale: 'en',
    subject: words.subject,
    text: words.text,
    variables: [...VARIABLES],
    is_default: true,
    created_at: null,
    updated_at: null,
  }))
