import { connectMongo, systemClock } from '@usher/service-kit'
import { readDatabaseConfig } from './config.ts'
import { createContext } from './context.ts'
import { seedDemo } from './demo/seed-demo.ts'

// Prints one line of JSON with the demo's credentials, the only time they are shown, or nothing.
const { mongoUrl, isProduction } = readDatabaseConfig(process.env)
if (!isProduction) {
  const connection = await connectMongo(mongoUrl)
  try {
    const demo = await seedDemo(await createContext(connection, systemClock))
    if (demo) process.stdout.write(`${JSON.stringify(demo)}\n`)
  } finally {
    await connection.close()
  }
}
