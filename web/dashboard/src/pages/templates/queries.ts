import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { listQuery } from '../../api/list-query.ts'

type Template = Schemas['Template']

/** All templates: custom and built-in. */
export const templatesQuery = listQuery('/v1/notifications/templates')

/** A template rendered for a sample guest, with its SMS size. */
export const previewQuery = ({
  text,
  subject,
  variables,
}: Pick<Template, 'text' | 'subject' | 'variables'>) =>
  queryOptions({
    queryKey: ['template-preview', text, subject, variables],
    enabled: text.trim() !== '',
    retry: false,
    // The same words always give the same message.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before: Schemas['TemplatePreview'] | undefined) => before,
    async queryFn() {
      const samples = Object.fromEntries(variables.map((name) => [name, `[${name}]`]))
      const body = { text, ...(subject.trim() && { subject }), variables: samples }
      return (await api.post('/v1/notifications/templates/preview', { body })).data
    },
  })
