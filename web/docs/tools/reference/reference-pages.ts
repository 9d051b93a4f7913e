import type { RecordedExamples } from '@usher/contracts/examples'
import type { Page } from '../pages.ts'
import { type Document, nameOf, type Schema } from './document.ts'
import { fieldList, sentence } from './fields.ts'
import { addressOf, type Located, locatedOperations, operationInMarkdown, slugOf } from './operation.ts'
import { type LinkTo, typeInWords } from './types.ts'

/** The reference of the API: a page for each tag of its document, and one of the webhook events. */
export function referencePages(document: Document, examples: RecordedExamples['operations']): Page[] {
  const located = locatedOperations(document, examples)
  const tags = document.tags.map((tag) => ({
    ...tag,
    operations: located.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
  const homes = homesOfSchemas(document, tags)
  const linkTo: LinkTo = (name) =>
    homes.get(name) && `/docs/reference/${homes.get(name)}#${name.toLowerCase()}`
  const pages = tags.map(({ name, description, operations }) => {
    const slug = slugOf(name)
    const own = [...homes].filter(([, home]) => home === slug).map(([schema]) => schema)
    const parts = [
      ...operations.map((located) => operationInMarkdown(located, document, linkTo)),
      objectsInMarkdown(own, document, linkTo),
    ]
    return {
      id: `reference/${slug}`,
      title: name,
      description: sentence(description),
      body: parts.join('\n\n'),
    }
  })
  return [listPage(tags), ...pages, eventsPage(document, linkTo)]
}

/** All operations, each with its id as an anchor. */
function listPage(tags: readonly { readonly name: string; readonly operations: readonly Located[] }[]): Page {
  const line = (located: Located) => {
    const { method, path, operation } = located
    const link = `<a id="${operation.operationId}" href="${addressOf(located)}">${operation.summary}</a>`
    return `- ${link} \`${method} ${path}\``
  }
  const sections = tags.map(({ name, operations }) => `## ${name}\n\n${operations.map(line).join('\n')}`)
  return {
    id: 'reference',
    title: 'All operations',
    description: 'Every operation of the API, by subject.',
    body: sections.join('\n\n'),
  }
}

/** The page on which each schema is described: that of the first tag whose answers or bodies hold it. */
function homesOfSchemas(
  { components }: Document,
  tags: readonly { readonly name: string; readonly operations: readonly Located[] }[],
): Map<string, string> {
  const homes = new Map<string, string>()
  const visit = (value: unknown, home: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')) {
      const name = nameOf({ $ref })
      if (homes.has(name)) return
      homes.set(name, home)
      visit(components.schemas[name], home)
    }
    for (const inner of Object.values(value)) visit(inner, home)
  }
  for (const { name, operations } of tags) {
    for (const { operation } of operations) {
      const { parameters, requestBody, responses } = operation
      visit([parameters, requestBody, responses], slugOf(name))
    }
  }
  return homes
}

function objectsInMarkdown(names: readonly string[], document: Document, linkTo: LinkTo): string {
  const sections = [...names].sort().map((name) => {
    const schema = document.components.schemas[name] as Schema
    const fields = schema.properties ? fieldList(schema, linkTo) : `${typeInWords(schema, linkTo)}.`
    return [`### ${name}`, sentence(schema.description), fields].filter(Boolean).join('\n\n')
  })
  return ['## Objects', ...sections].join('\n\n')
}

const INTRODUCTION = `Each delivery is an envelope of four fields: \`event\` (its type), \`timestamp\` (ISO 8601, when it happened), \`data\` (below), and
\`meta\` with the ids of your organisation (\`account_id\`) and of the endpoint (\`webhook_id\`). How deliveries come and how to
verify them: [webhooks](/docs/guides/webhooks).`

/** The page of what webhooks tell. */
function eventsPage({ components: { pathItems } }: Document, linkTo: LinkTo): Page {
  const sections = Object.entries(pathItems).map(([event, { post }]) => {
    const media = post.requestBody?.content['application/json']
    const data = media?.schema?.properties?.data ?? ({} as Schema)
    const example = `\`\`\`json\n${JSON.stringify(media?.example, null, 2)}\n\`\`\``
    return [`## ${event}`, sentence(post.summary), fieldList(data, linkTo), example].join('\n\n')
  })
  return {
    id: 'reference/webhook-events',
    title: 'Webhook events',
    description: 'What is posted to your webhook endpoints, event by event.',
    body: [INTRODUCTION, ...sections].join('\n\n'),
  }
}
