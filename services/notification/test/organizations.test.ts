import { connectMongo, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { OrganizationStore } from '../src/organizations/organization-store.ts'

describe('stored organisations', () => {
  test('two events stored at the same moment keep the later one, with the plan of the first', async () => {
    await using infrastructure = await createInfrastructure()
    await using stack = new AsyncDisposableStack()
    const connection = await connectMongo(infrastructure.mongoUrl('notification'))
    stack.defer(() => connection.destroy())
    const store = new OrganizationStore(connection)
    await prepareCollections(connection)
    const ids = Array.from({ length: 50 }, () => newId('organization'))
    await Promise.all(
      ids.flatMap((_id) => [
        store.put({ _id, country: 'MX', plan: 'development', sequence: 1 }),
        store.put({ _id, country: 'BR', sequence: 2 }),
      ]),
    )
    const found = await Promise.all(ids.map((id) => store.find(id)))
    expect(found).toEqual(ids.map((_id) => ({ _id, country: 'BR', plan: 'development', sequence: 2 })))
  })
})
