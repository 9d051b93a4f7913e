import { createServer } from 'node:http'
import { type WebhookEvent, webhookHandler } from '@usher/sdk'

/**
 * Posts a line to a chat channel when a guest joins, is called or leaves. Slack, Mattermost and Rocket.Chat take such
 * messages at an incoming webhook.
 */
const { USHER_WEBHOOK_SECRET = '', CHAT_WEBHOOK_URL = '', PORT = '3000' } = process.env

function lineOf(event: WebhookEvent): string | undefined {
  switch (event.event) {
    case 'guest.added':
      return `${event.data.name} joined the line at place ${event.data.position}.`
    case 'guest.notified':
      return `${event.data.name} was called.`
    case 'guest.removed':
      return `${event.data.name} left the line.`
    default:
      return undefined
  }
}

/** Ids of deliveries that are done: the same one may come again. */
const done = new Set<string>()

async function post(event: WebhookEvent, { id }: { readonly id: string }): Promise<void> {
  const text = lineOf(event)
  if (text === undefined || done.has(id)) return
  const answer = await fetch(CHAT_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  // Usher then tries the delivery again later.
  if (!answer.ok) throw new Error(`the chat answered ${answer.status}`)
  done.add(id)
}

const server = createServer(webhookHandler(USHER_WEBHOOK_SECRET, post))
server.listen(Number(PORT), () => console.log('listening'))
