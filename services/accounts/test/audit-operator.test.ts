import { startWithTrail } from './support/audit.ts'

const after = (value: unknown) => ({ before: null, after: value })

describe('what operators do on the database', () => {
  test('each command that changes something makes one operator entry with its changes', async () => {
    await using all = await startWithTrail()
    const { results, run } = all.commands
    const [{ _id: organization }] = await results('create-organization', '--name', 'Bistro')
    const scopes = ['--scopes', 'queues:read']
    const [key] = await results('create-key', '--organization', organization, '--name', 'till', ...scopes)
    await results('early-access', '--organization', organization, '--on')
    // What is so already changes nothing.
    await results('early-access', '--organization', organization, '--on')
    await results('revoke-key', '--key', key.id)
    expect((await run('revoke-key', '--key', key.id)).code).toBe(1)
    await results('early-access', '--organization', organization, '--off')

    const trail = await all.recorded(organization, 5)
    const common = { actor: 'operator', outcome: 'accepted', status: null, address: null }
    const onOrganization = { ...common, resource: organization }
    expect(trail.toSorted((a, b) => (a.at < b.at ? -1 : 1))).toMatchObject([
      {
        ...onOrganization,
        action: 'organization.created',
        changes: {
          name: after('Bistro'),
          plan: after('standard'),
          early_access: after(false),
          country: after('US'),
          timezone: after('UTC'),
        },
      },
      {
        ...common,
        resource: key.id,
        action: 'api_key.created',
        changes: { name: after('till'), scopes: after(['queues:read']) },
      },
      {
        ...onOrganization,
        action: 'organization.updated',
        changes: { early_access: { before: false, after: true } },
      },
      { ...common, resource: key.id, action: 'api_key.revoked' },
      {
        ...onOrganization,
        action: 'organization.updated',
        changes: { early_access: { before: true, after: false } },
      },
    ])
    expect(new Set(trail.map(({ request_id }) => request_id)).size).toBe(5)
    expect((await all.verify()).code).toBe(0)
    expect(JSON.stringify(trail)).not.toContain(key.api_key)
  })
})
