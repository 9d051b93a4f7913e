import { provideMongo } from './mongodb.ts'
import type { Provided, ProvideOptions } from './provided.ts'
import type { ProvidedRabbit } from './provided-rabbit.ts'
import { provideRabbit } from './rabbitmq.ts'

/** The two servers that Usher depends on. */
export interface Servers extends AsyncDisposable {
  readonly mongo: Provided
  readonly rabbit: ProvidedRabbit
}

/**
 * Provides both at the same time; if one fails, the other is stopped.
 *
 * @throws SetupError of the one that failed.
 */
export async function provideServers(options: ProvideOptions): Promise<Servers> {
  const [mongo, rabbit] = await Promise.allSettled([provideMongo(options), provideRabbit(options)])
  if (mongo.status === 'fulfilled' && rabbit.status === 'fulfilled') return servers(mongo.value, rabbit.value)
  for (const result of [mongo, rabbit]) {
    if (result.status === 'fulfilled') await result.value.stop()
  }
  throw [mongo, rabbit].find((result) => result.status === 'rejected')?.reason
}

function servers(mongo: Provided, rabbit: ProvidedRabbit): Servers {
  return {
    mongo,
    rabbit,
    async [Symbol.asyncDispose]() {
      await Promise.all([mongo.stop(), rabbit.stop()])
    },
  }
}
