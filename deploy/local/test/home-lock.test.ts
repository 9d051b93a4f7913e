import { join } from 'node:path'
import { writePrivateJson } from '../src/files.ts'
import { lockHome } from '../src/home-lock.ts'
import { aFolder } from './util.ts'

describe('a home folder', () => {
  test('refuses a second stack while one runs, and names USHER_HOME as the way out', async () => {
    await using home = await aFolder()
    await using _first = await lockHome(home.path)
    await expect(lockHome(home.path)).rejects.toThrow(/Another stack runs on .*USHER_HOME/s)
  })

  test('can be locked by another stack once the first has stopped', async () => {
    await using home = await aFolder()
    const first = await lockHome(home.path)
    await first[Symbol.asyncDispose]()
    await using second = await lockHome(home.path)
    expect(second).toBeDefined()
  })

  test('takes over the lock of a process that was killed', async () => {
    await using home = await aFolder()
    await writePrivateJson(join(home.path, 'lock.json'), { pid: process.pid, identity: 'of an earlier boot' })
    await using taken = await lockHome(home.path)
    expect(taken).toBeDefined()
  })
})
