import { createInfrastructure, startOnce } from '@usher/test-kit'
import { connectMongo } from '../src/index.ts'

/** Starts a database of their own for the tests of a file, once they first ask for it. */
export const useDatabase = (name: string) =>
  startOnce(async () => {
    const infrastructure = await createInfrastructure()
    const connection = await connectMongo(infrastructure.mongoUrl(name))
    return {
      connection,
      async [Symbol.asyncDispose]() {
        await connection.close()
        await infrastructure[Symbol.asyncDispose]()
      },
    }
  })
