import type { Page } from '../pages.ts'
import type { Document, Schema } from './document.ts'
import { fieldList, sentence } from './fields.ts'
import type { LinkTo } from './types.ts'

const INTRODUCTION = `Each delivery is an envelope of four fields: \`event\` (its type), \`timestamp\` (ISO 8601, when it happened), \`data\` (below), and
\`meta\` with the ids of your organisation (\`account_id\`) and of the endpoint (\`webhook_id\`). How deliveries come and how to
verify them: [webhooks](/docs/guides/webhooks).`

/** The page of what webhooks tell. */
export function eventsPage({ components: { pathItems } }: Document, linkTo: LinkTo): Page {
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
