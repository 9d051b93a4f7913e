import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Failure } from '../terminal/failure.ts'
import { configFolder } from './config-folder.ts'
import { tryLock } from './lock.ts'

async function givenHome() {
  const home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const ending = new AbortController()
  return { home, ending, folder: configFolder({ env: { USHER_CONFIG_HOME: home }, stopped: ending.signal }) }
}

/** A process that has ended: no process has this number. */
const NOBODY = 2 ** 30

describe('given the folder of settings', () => {
  test('when two write at once, then the file is whole, for its owner alone, and nothing else is left', async () => {
    const { home, folder } = await givenHome()
    const values = ['a'.repeat(100_000), 'b'.repeat(100_000)]
    await Promise.all(values.map((value) => folder.write('login', value)))
    expect(values).toContain(await folder.read('login'))
    expect((await stat(join(home, 'login.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(home)).toEqual(['login.json'])
  })

  test('attack: when somebody has put a link in its place, then what it leads to is not written', async () => {
    const { home, folder } = await givenHome()
    const theirs = join(home, 'theirs')
    await writeFile(theirs, 'before')
    await symlink(theirs, join(home, 'login.json'))
    await symlink(theirs, join(home, `login.json.${process.pid}`))
    await folder.write('login', 'secret')
    expect(await readFile(theirs, 'utf8')).toBe('before')
    expect(await folder.read('login')).toBe('secret')
  })

  test('when a file is cut short, then there is none', async () => {
    const { home, folder } = await givenHome()
    await writeFile(join(home, 'login.json'), '{"url":"http')
    expect(await folder.read('login')).toBeUndefined()
  })

  test('attack: when it cannot be used, then it says so, and what to do', async () => {
    const { home, folder } = await givenHome()
    await mkdir(join(home, 'login.json'))
    await expect(folder.read('login')).rejects.toThrow(Failure)
    const file = join(home, 'file')
    await writeFile(file, '')
    const inFile = configFolder({ env: { USHER_CONFIG_HOME: file }, stopped: new AbortController().signal })
    for (const work of [
      inFile.prepare,
      () => inFile.write('login', 1),
      () => inFile.withLock('login', async () => {}),
    ])
      await expect(work()).rejects.toMatchObject({ advice: expect.stringContaining('USHER_CONFIG_HOME') })
  })
})

describe('given a lock', () => {
  test('attack: when its owner is slow but lives, then it is not taken away, and who waits can be ended', async () => {
    const { home, folder, ending } = await givenHome()
    const lock = join(home, 'login.lock')
    await folder.withLock('login', async () => {
      const minuteAgo = new Date(Date.now() - 60_000)
      await utimes(lock, minuteAgo, minuteAgo)
      expect([await tryLock(lock), await tryLock(lock)]).toEqual([false, false])
      const second = folder.withLock('login', async () => {})
      ending.abort()
      await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    })
    expect(await readdir(home)).toEqual([])
  })

  test.each([
    ['its owner has died', `${hostname()} ${NOBODY}`, 0],
    ['it is of another machine, and long ago', 'elsewhere 1', -600_000],
    ['it is from the future', 'elsewhere 1', 86_400_000],
  ])('attack: when %s, then it is taken', async (_, owner, ageMs) => {
    const { home, folder } = await givenHome()
    const lock = join(home, 'login.lock')
    await writeFile(lock, owner)
    const at = new Date(Date.now() + ageMs)
    await utimes(lock, at, at)
    expect(await folder.withLock('login', async () => 'done')).toBe('done')
    expect(await readdir(home)).toEqual([])
  })
})
