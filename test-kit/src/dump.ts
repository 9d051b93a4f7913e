import { connectMongo } from '@usher/service-kit'

/** Everything that a service's database has, as text. */
export async function dumpOf(mongoUrl: string): Promise<string> {
  const connection = await connectMongo(mongoUrl)
  try {
    const collections = (await connection.db?.collections()) ?? []
    return JSON.stringify(await Promise.all(collections.map((collection) => collection.find().toArray())))
  } finally {
    await connection.destroy()
  }
}
