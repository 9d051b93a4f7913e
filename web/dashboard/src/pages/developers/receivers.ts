import guide from '../../../../docs/src/content/docs/guides/webhooks.md?raw'

const node = `import { createServer } from 'node:http'
import { webhookHandler } from '@usher/sdk'

const [secret = '', ...older] = (process.env.USHER_WEBHOOK_SECRETS ?? '').split(' ')

createServer(
  webhookHandler([secret, ...older], async (event, { id }) => {
    // The same delivery may come again: what was handled under this id is done.
    console.log(id, event.event, event.data)
  }),
).listen(process.env.PORT)`

/** A file that the guide to webhooks shows; its tests run it. */
function fileOf(name: string): string {
  const [, code] = guide.split(` title="${name}"\n`)
  if (code === undefined) throw new Error(`the guide to webhooks does not show ${name}`)
  return code.slice(0, code.indexOf('```'))
}

const named = (name: string): string => `# ${name}\n${fileOf(name)}`

/** Webhook receivers by language. */
export const RECEIVERS = {
  TypeScript: node,
  Python: `${named('usher_webhooks.py')}\n\n${named('flask_app.py')}`,
  Ruby: `${named('usher_webhooks.rb')}\n${named('config.ru')}`,
  PHP: fileOf('receiver.php'),
  Go: fileOf('receiver.go'),
  Java: fileOf('Receiver.java'),
} as const
