import { type Client, type Receiver, startReceiver } from '@usher/test-kit'
import { type Owner, signInOwner } from './isolation/owner.ts'
import { RESOURCES, seen } from './isolation/resources.ts'
import { TOOL_TABLE } from './isolation/tools.ts'
import { type Agent, connectAgent } from './mcp/agent.ts'
import { connectPerson } from './mcp/connect-person.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let receiver: Receiver
let owner: Owner
let other: Owner
let agent: Agent
let stranger: Agent
beforeAll(async () => {
  usher = await useSharedUsher()
  receiver = await startReceiver()
  const { url } = usher.stack
  const options = { receiverUrl: receiver.url, watch: (client: Client) => client }
  owner = await signInOwner(usher, usher.demo, options)
  other = await signInOwner(usher, usher.demo.second, options)
  const agentOf = async (person: { email: string; password: string }) =>
    await connectAgent(url, (await connectPerson(url, person)).accessToken)
  agent = await agentOf(usher.demo)
  stranger = await agentOf(usher.demo.second)
})
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]()
  await stranger?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const named = Object.entries(TOOL_TABLE).flatMap(([name, entry]) =>
  entry === 'own' ? [] : [[name, entry] as const],
)

/** An id of the same kind that no resource has. */
const inventedLike = (id: string): string => `${id.slice(0, id.indexOf('_'))}_01h455vb4pex5vsknk084sn02q`

describe("an MCP tool with the id of another organisation's resource", () => {
  test.each(named)(
    '%s answers as for an unknown id and changes nothing',
    async (name, { kind, field, input = {} }) => {
      const theirs = await RESOURCES[kind].create(owner)
      const { id = '' } = theirs
      const before = await seen(owner, kind, theirs)
      const refused = await stranger.use(name, { ...input, [field]: id })
      expect(refused.refusal).toMatch(/There is no such/)
      expect(refused).toEqual(await stranger.use(name, { ...input, [field]: inventedLike(id) }))
      expect(await seen(owner, kind, theirs)).toEqual(before)
      // It is the organisation alone that keeps the stranger from it: the owner's agent hears of the thing itself.
      const { refusal = '' } = await agent.use(name, { ...input, [field]: id })
      expect(refusal).not.toMatch(/There is no such|input is not valid/)
    },
  )
})

describe('MCP tools that list', () => {
  test.each([
    ['list_queues', 'queue'],
    ['find_guests', 'guest'],
    ['list_bookings', 'booking'],
    ['list_standbys', 'standby'],
    ['list_service_types', 'serviceType'],
  ] as const)('%s shows two organisations no common item', async (name, kind) => {
    for (const who of [owner, other]) await RESOURCES[kind].create(who)
    const idsOf = async (who: Agent): Promise<string[]> =>
      (await who.use(name, { limit: 100 })).result.data.map(({ id }: { id: string }) => id)
    const [ids, others] = [await idsOf(agent), await idsOf(stranger)]
    expect([ids.length > 0, others.length > 0]).toEqual([true, true])
    expect(ids.filter((id) => others.includes(id))).toEqual([])
  })
})

describe('the table of MCP tools', () => {
  test('has an entry for each tool', async () => {
    expect((await agent.tools()).toSorted()).toEqual(Object.keys(TOOL_TABLE).toSorted())
  })
})
