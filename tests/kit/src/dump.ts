import { connectMongo } from '@usher/service-kit'

/** The whole contents of a service's database, as text. */
export async function dumpOf(mongoUrl: string): Promise<string> {
  const connection = await connectMongo(mongoUrl)
  try {
    const collections = (await connection.db?.collections()) ?? []
    return JSON.stringify(await Promise.all(collections.map((collection) => collection.find().toArray())))
  } finally {
    await connection.destroy()
  }
}
