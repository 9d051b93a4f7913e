import { connectMongo, outboxOf, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'

describe('a database connection with a model', () => {
  test("creates the model's collection only when collections are prepared", async () => {
    await using stack = new AsyncDisposableStack()
    const infrastructure = stack.use(await createInfrastructure())
    const connection = await connectMongo(infrastructure.mongoUrl('connection'))
    stack.defer(() => connection.destroy())
    // Another run may have had this database: collections outlive a test, documents do not.
    await connection.dropDatabase()
    outboxOf(connection)
    expect(await connection.listCollections()).toEqual([])
    await prepareCollections(connection)
    expect((await connection.listCollections()).map(({ name }) => name)).toEqual(['outbox'])
  })
})
