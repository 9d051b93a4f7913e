import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { repository } from '@usher/local'

/** Variables that are not Usher's: the PATH, and Node's compile cache. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** Runs a process of Usher without configuration and returns how it exited. */
const startBare = (main: string) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const args = ['--disable-warning=ExperimentalWarning', join(repository, main)]
    execFile(process.execPath, args, { env: { PATH, NODE_COMPILE_CACHE } }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    )
  })

describe('an incomplete environment', () => {
  test.each([
    ['gateway/src/main.ts', ['PORT', 'RABBITMQ_URL', 'CALLER_PRIVATE_KEY', 'ACCOUNTS_URL', 'QUEUE_URL']],
    [
      'services/accounts/src/main.ts',
      ['PORT', 'MONGODB_URL', 'CALLER_PUBLIC_KEY', 'SECRET_KEYS', 'PUBLIC_URL'],
    ],
    [
      'services/queue/src/main.ts',
      ['PORT', 'MONGODB_URL', 'RABBITMQ_URL', 'CALLER_PUBLIC_KEY', 'SECRET_KEYS'],
    ],
    ['services/webhook-delivery/src/main.ts', ['PORT', 'MONGODB_URL', 'RABBITMQ_URL', 'SECRET_KEYS']],
    [
      'services/notification/src/main.ts',
      ['PORT', 'MONGODB_URL', 'RABBITMQ_URL', 'SECRET_KEYS', 'BOOKING_CODE_KEYS', 'PUBLIC_URL'],
    ],
    [
      'services/booking-platform/src/main.ts',
      ['PORT', 'MONGODB_URL', 'RABBITMQ_URL', 'SECRET_KEYS', 'BOOKING_CODE_KEYS'],
    ],
    [
      'services/calendar-sync/src/main.ts',
      ['PORT', 'MONGODB_URL', 'RABBITMQ_URL', 'SECRET_KEYS', 'PUBLIC_URL'],
    ],
  ])('%s exits with 1 and lists every missing variable', async (main, missing) => {
    const { code, stderr } = await startBare(main)
    expect(code).toBe(1)
    for (const name of missing) expect(stderr).toContain(`  ${name}: `)
    expect(stderr).not.toContain('    at ')
  })
})
