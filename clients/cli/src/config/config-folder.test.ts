import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
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

describe('the settings folder', () => {
  test('leaves one whole private file after two concurrent writes', async () => {
    const { home, folder } = await givenHome()
    const values = ['a'.repeat(100_000), 'b'.repeat(100_000)]
    await Promise.all(values.map((value) => folder.write('login', value)))
    expect(values).toContain(await folder.read('login'))
    expect((await stat(join(home, 'login.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(home)).toEqual(['login.json'])
  })

  test('attack: does not write through a link that somebody put in place of a file', async () => {
    const { home, folder } = await givenHome()
    const theirs = join(home, 'theirs')
    await writeFile(theirs, 'before')
    await symlink(theirs, join(home, 'login.json'))
    await symlink(theirs, join(home, `login.json.${process.pid}`))
    await folder.write('login', 'secret')
    expect(await readFile(theirs, 'utf8')).toBe('before')
    expect(await folder.read('login')).toBe('secret')
  })

  test('reads a truncated file as missing', async () => {
    const { home, folder } = await givenHome()
    await writeFile(join(home, 'login.json'), '{"url":"http')
    expect(await folder.read('login')).toBeUndefined()
  })

  test('attack: explains what to do if it cannot be used', async () => {
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

describe('a lock', () => {
  test('attack: stays with a slow owner that runs, and waiting for it can be interrupted', async () => {
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
  ])('attack: is taken over when %s', async (_, owner, ageMs) => {
    const { home, folder } = await givenHome()
    const lock = join(home, 'login.lock')
    await writeFile(lock, owner)
    const at = new Date(Date.now() + ageMs)
    await utimes(lock, at, at)
    expect(await folder.withLock('login', async () => 'done')).toBe('done')
    expect(await readdir(home)).toEqual([])
  })
})
