import { join } from 'node:path'
import { writePrivateJson } from '../src/files.ts'
import { lockHome } from '../src/home-lock.ts'
import { aFolder } from './util.ts'

describe('a home folder', () => {
  test('given a running stack on it, when a second starts, then that is refused with what to do', async () => {
    await using home = await aFolder()
    await using _first = await lockHome(home.path)
    await expect(lockHome(home.path)).rejects.toThrow(/Another stack runs on .*USHER_HOME/s)
  })

  test('given a stack that has stopped, when another starts, then it may', async () => {
    await using home = await aFolder()
    const first = await lockHome(home.path)
    await first[Symbol.asyncDispose]()
    await using second = await lockHome(home.path)
    expect(second).toBeDefined()
  })

  test('given a lock of a process that was killed, when another starts, then it takes the lock over', async () => {
    await using home = await aFolder()
    await writePrivateJson(join(home.path, 'lock.json'), { pid: process.pid, identity: 'of an earlier boot' })
    await using taken = await lockHome(home.path)
    expect(taken).toBeDefined()
  })
})
