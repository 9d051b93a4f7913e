import { apiKeyRevoked, type CloudEvent } from '@usher/contracts'
import { connectBroker, createLogger, isWellFormedApiKey, runOps, subscribe } from '@usher/service-kit'
import { createInfrastructure, until } from '@usher/test-kit'
import { accountsOps } from '../src/ops/definition.ts'
import { operator, startWithKey } from './support/start.ts'

describe('the operator commands', () => {
  test('create-key shows the key once, and list-keys only its last four characters', async () => {
    await using infrastructure = await createInfrastructure()
    const mongoUrl = infrastructure.mongoUrl('accounts')
    const { run, results } = operator(mongoUrl)
    const [organization] = await results(
      ...[
        'create-organization',
        '--name',
        ' Bistro ',
        '--plan',
        'development',
        '--timezone',
        'Europe/Berlin',
      ],
    )
    expect(organization).toMatchObject({
      name: 'Bistro',
      plan: 'development',
      early_access: false,
      country: 'US',
      timezone: 'Europe/Berlin',
    })
    const created = await run(
      'create-key',
      '--organization',
      organization._id,
      '--name',
      'till',
      '--scopes',
      'guests:read, queues:read',
    )
    const key = JSON.parse(created.text)
    expect(isWellFormedApiKey(key.api_key)).toBe(true)
    expect(created.notes).toContain('cannot be shown again')

    const listed = await run('list-keys', '--organization', organization._id)
    expect(JSON.parse(listed.text)).toMatchObject({
      id: key.id,
      name: 'till',
      scopes: ['guests:read', 'queues:read'],
      last4: key.api_key.slice(-4),
      revoked_at: null,
    })
    expect(listed.text).not.toContain(key.api_key)
  })

  test('revoke-key ends a key and publishes api_key.revoked once', async () => {
    await using all = await startWithKey()
    await using broker = await connectBroker(all.infrastructure.rabbitUrl, createLogger('test', 'silent'))
    const events: CloudEvent[] = []
    await subscribe(broker, [apiKeyRevoked], (event) => events.push(event))
    await all.commands.results('revoke-key', '--key', all.key.id)
    expect((await all.resolve(all.key.api_key)).status).toBe(404)
    const again = await all.commands.run('revoke-key', '--key', all.key.id)
    expect([again.code, again.notes]).toEqual([1, expect.stringContaining('was revoked at')])

    const event = await until('the event', () => events[0])
    expect(event).toMatchObject({
      type: 'api_key.revoked',
      subject: all.key.id,
      organizationid: all.organization._id,
      actor: 'operator',
      sequence: 2,
      data: { id: all.key.id },
    })
    await until(
      'the outbox to be empty',
      async () => (await all.database.collection('outbox').countDocuments()) === 0,
    )
    expect(events).toHaveLength(1)
  })

  test('one of 20 simultaneous revocations of a key succeeds', async () => {
    await using infrastructure = await createInfrastructure()
    const commands = operator(infrastructure.mongoUrl('accounts'))
    const [organization] = await commands.results('create-organization', '--name', 'Bistro')
    const [key] = await commands.results('create-key', '--organization', organization._id, '--name', 'k')
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => commands.run('revoke-key', '--key', key.id)),
    )
    expect(runs.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(runs.filter(({ notes }) => notes.includes('was revoked at'))).toHaveLength(19)
  })

  test("early-access switches early_access of the organisation's keys on and off", async () => {
    await using all = await startWithKey()
    await all.commands.results('early-access', '--organization', all.organization._id, '--on')
    expect((await all.resolve(all.key.api_key)).body.early_access).toBe(true)
    await all.commands.results('early-access', '--organization', all.organization._id, '--off')
    expect((await all.resolve(all.key.api_key)).body.early_access).toBe(false)
  })

  const ORGANIZATION = 'org_01h455vb4pex5vsknk084sn02q'
  test.each([
    [[], 2, 'Commands:'],
    [['help'], 0, 'create-organization --name NAME'],
    [['drop-everything'], 2, 'no command drop-everything'],
    [['create-organization'], 2, '--name'],
    [['create-organization', '--name', 'a', '--plan', 'gold'], 2, '--plan'],
    [['create-organization', '--name', 'a', '--country', 'XX'], 2, 'ISO 3166-1'],
    [['create-organization', '--name', 'a', '--timezone', 'Mars'], 2, 'IANA'],
    [['create-organization', '--name', 'a', '--colour', 'red'], 2, '--colour'],
    [['create-key', '--organization', 'x', '--name', 'a'], 2, '--organization'],
    [['create-key', '--organization', ORGANIZATION, '--name', 'a', '--scopes', 'all'], 2, 'queues:read'],
    [['create-key', '--organization', ORGANIZATION, '--name', 'a'], 1, `no organisation ${ORGANIZATION}`],
    [['list-keys', '--organization', ORGANIZATION], 1, 'no organisation'],
    [['revoke-key', '--key', 'key_01h455vb4pex5vsknk084sn02q'], 1, 'no key'],
    [['early-access', '--organization', ORGANIZATION], 2, 'either --on or --off'],
    [['early-access', '--organization', ORGANIZATION, '--on', '--off'], 2, 'either --on or --off'],
    [['early-access', '--organization', ORGANIZATION, '--on'], 1, 'no organisation'],
  ])('the arguments %j end with exit code %i and the reason', async (args, code, words) => {
    await using infrastructure = await createInfrastructure()
    const result = await operator(infrastructure.mongoUrl('accounts')).run(...args)
    expect(result.code).toBe(code)
    expect(result.notes + result.text).toContain(words)
  })

  test('names MONGODB_URL when it is missing', async () => {
    const notes: string[] = []
    const terminal = { out: () => {}, note: (line: string) => notes.push(line) }
    expect(await runOps(accountsOps, ['list-keys', '--organization', ORGANIZATION], {}, terminal)).toBe(1)
    expect(notes.join()).toContain('MONGODB_URL: is required')
  })

  test('reports an unreachable database without its password or a stack trace', async () => {
    const notes: string[] = []
    const terminal = { out: () => {}, note: (line: string) => notes.push(line) }
    const MONGODB_URL = 'mongodb://user:secret@127.0.0.1:1/accounts?serverSelectionTimeoutMS=200'
    expect(
      await runOps(accountsOps, ['list-keys', '--organization', ORGANIZATION], { MONGODB_URL }, terminal),
    ).toBe(1)
    expect(notes).toEqual(['The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1'])
  })
})
