import { type Client, openClient, sessionClient, startReceiver } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { goldenFile } from './golden.ts'
import { walk } from './walk.ts'

let usher: Usher
beforeAll(async () => {
  usher = await useSharedUsher()
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

/** A client that names its version with every request. */
const withVersion =
  (client: Client, version: string): Client =>
  (method, path, { headers, ...options } = {}) =>
    client(method, path, { ...options, headers: { ...headers, 'usher-version': version } })

describe('given a client of the version 2026-11-01', () => {
  test('when it walks through what has changed since, then answers and webhooks are what they were, byte for byte', async () => {
    await using receiver = await startReceiver()
    const owner = withVersion(await sessionClient(usher.stack.url, usher.demo), '2026-11-01')
    const found = await walk(owner, withVersion(openClient(usher.stack.url), '2026-11-01'), receiver)
    expect(found).toBe(await goldenFile(new URL('golden/2026-11-01.txt', import.meta.url), found))
  })
})
