import { readConfig } from './config.ts'
import { startLocalGoogle } from './local-google.ts'
import { seedDemo } from './seed.ts'

const {
  HOST: host,
  PORT: port,
  FILE: file,
  CLIENT_ID,
  CLIENT_SECRET,
  REDIRECT_URIS,
  SEED,
} = readConfig(process.env)
const google = await startLocalGoogle({
  host,
  port,
  ...(file ? { file } : {}),
  client: {
    ...(CLIENT_ID ? { id: CLIENT_ID } : {}),
    ...(CLIENT_SECRET ? { secret: CLIENT_SECRET } : {}),
    redirectUris: REDIRECT_URIS,
  },
})
if (SEED) seedDemo(google, new Date())
process.stdout.write(`Local Google at ${google.url}\n`)

async function stop(): Promise<void> {
  await google[Symbol.asyncDispose]()
  // An open channel to the supervisor would keep the process alive.
  if (process.connected) process.disconnect()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
if (process.send) process.once('disconnect', () => void stop())
