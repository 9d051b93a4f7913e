import { connectPerson } from './mcp/connect-person.ts'
import { outsideAgents } from './mcp/outside-agents.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const agents = await outsideAgents()

let usher: Usher
beforeAll(async () => {
  usher = await useSharedUsher()
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

describe.each(agents)('an MCP agent with $name', ({ lack, work }) => {
  ;(lack ? test.skip : test)(
    "finds the shortest line, adds a guest and calls the next with a person's token",
    async () => {
      const { url } = usher.stack
      await usher.api('POST', '/v1/queues', { body: { name: 'Hall' } })
      const { accessToken } = await connectPerson(url, usher.demo)
      const { tools, queue_id, added, called } = await work({ url: `${url}/mcp`, token: accessToken })
      expect(tools).toHaveLength(20)
      expect(added).toMatchObject({ queue_id, name: 'Ada', status: 'waiting' })
      expect(called).toMatchObject({ queue_id, status: 'notified' })
    },
  )

  ;(lack ? test.skip : test)(
    'sees no write tools with the scope queues:read, and a refusal names the missing scope',
    async () => {
      const { url } = usher.stack
      const { accessToken } = await connectPerson(url, usher.demo, { scope: 'queues:read' })
      const { tools, refused } = await work({ url: `${url}/mcp`, token: accessToken })
      expect(tools).not.toContain('add_guest')
      expect(refused).toContain('needs the scope guests:write')
    },
  )
})
