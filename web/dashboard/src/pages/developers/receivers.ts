import rack from './receivers/config.ru?raw'
import flask from './receivers/flask_app.py?raw'
import java from './receivers/Receiver.java?raw'
import go from './receivers/receiver.go?raw'
import php from './receivers/receiver.php?raw'
import python from './receivers/usher_webhooks.py?raw'
import ruby from './receivers/usher_webhooks.rb?raw'

const node = `import { createServer } from 'node:http'
import { webhookHandler } from '@usher/sdk'

const [secret = '', ...older] = (process.env.USHER_WEBHOOK_SECRETS ?? '').split(' ')

createServer(
  webhookHandler([secret, ...older], async (event, { id }) => {
    // The same delivery may come again: what was handled under this id is done.
    console.log(id, event.event, event.data)
  }),
).listen(process.env.PORT)`

/** Webhook receivers by language: those of the guide to webhooks, which its tests run. */
export const RECEIVERS = {
  TypeScript: node,
  Python: `# usher_webhooks.py\n${python}\n\n# flask_app.py\n${flask}`,
  Ruby: `# usher_webhooks.rb\n${ruby}\n# config.ru\n${rack}`,
  PHP: php,
  Go: go,
  Java: java,
} as const
