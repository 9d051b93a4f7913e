import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, makeFolderOnce, verifySha256, writePrivateJson } from '../src/files.ts'
import { aFolder } from './util.ts'

const sumOfHello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe('a downloaded file', () => {
  test('is accepted when its SHA-256 is the pinned one', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'package.whl')
    await writeFile(file, 'hello')
    await expect(verifySha256(file, sumOfHello)).resolves.toBeUndefined()
  })

  test('is refused with its name and both checksums when its content differs', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'package.whl')
    await writeFile(file, 'hello, changed on the way')
    await expect(verifySha256(file, sumOfHello)).rejects.toThrow(
      new RegExp(`package.whl is not the file that was expected.*${sumOfHello}.*got`, 's'),
    )
  })
})

describe('a folder in the cache', () => {
  test('is removed when filling it fails', async () => {
    await using folder = await aFolder()
    const fill = async (unfinished: string) => {
      await writeFile(join(unfinished, 'half'), '')
      throw new Error('the network is gone')
    }
    await expect(makeFolderOnce(join(folder.path, 'made'), fill)).rejects.toThrow('the network is gone')
    expect(await readdir(folder.path)).toEqual([])
  })

  test('is filled once by two simultaneous runs', async () => {
    await using folder = await aFolder()
    let fills = 0
    const fill = async (unfinished: string) => {
      fills += 1
      await writeFile(join(unfinished, 'file'), '')
    }
    const made = join(folder.path, 'made')
    await Promise.all([makeFolderOnce(made, fill), makeFolderOnce(made, fill)])
    await makeFolderOnce(made, fill)
    expect(fills).toBe(1)
    expect(await readdir(made)).toEqual(['file'])
  })

  test('is taken from another process that finished it first', async () => {
    await using folder = await aFolder()
    const made = join(folder.path, 'made')
    await makeFolderOnce(join(folder.path, 'other'), async (other) => {
      await writeFile(join(other, 'theirs'), '')
    })
    await makeFolderOnce(made, async (unfinished) => {
      await writeFile(join(unfinished, 'ours'), '')
      const { rename } = await import('node:fs/promises')
      await rename(join(folder.path, 'other'), made)
    })
    expect(await readdir(made)).toEqual(['theirs'])
  })

  test('is under XDG_CACHE_HOME if set, otherwise under ~/.cache', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/x', HOME: '/home/a' })).toBe('/x/usher')
    expect(cacheFolder({ HOME: '/home/a' })).toBe('/home/a/.cache/usher')
  })
})

describe('a file with secrets', () => {
  test('is readable only by its owner', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'secrets.json')
    await writePrivateJson(file, { a: 1 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})
