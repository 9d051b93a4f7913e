import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readKeptFile } from '../src/kept-file.ts'
import { rememberedSecrets } from '../src/secrets.ts'
import { aFolder } from './util.ts'

const schema = z.object({ key: z.string() })

describe('a file that cannot be recreated', () => {
  test.each([
    ['empty', ''],
    ['cut short', '{"key": "va'],
    ['of another shape', '{"other": 1}'],
    ['null', 'null'],
  ])('fails to load, unchanged and with advice to restore a backup, when it is %s', async (_, content) => {
    await using folder = await aFolder()
    const file = join(folder.path, 'kept.json')
    await writeFile(file, content)
    await expect(readKeptFile(file, schema)).rejects.toThrow(
      /kept\.json is damaged.*\nPut a backup of it back/,
    )
    expect(await readFile(file, 'utf8')).toBe(content)
  })

  test('is undefined when it does not exist', async () => {
    await using folder = await aFolder()
    expect(await readKeptFile(join(folder.path, 'kept.json'), schema)).toBeUndefined()
  })
})

describe('the keys of a stack', () => {
  test('stay the same when a process is added', async () => {
    await using home = await aFolder()
    const before = await rememberedSecrets(home.path, ['queue'])
    const after = await rememberedSecrets(home.path, ['queue', 'accounts'])
    const { caller, secretKeys, pushKey, codeKeys } = before
    expect(after).toMatchObject({ caller, secretKeys, pushKey, codeKeys })
    expect(Object.keys(after.secretKeys)).toEqual(['queue', 'accounts'])
  })

  test('get a push key added when their file has none, and the others stay', async () => {
    await using home = await aFolder()
    const file = join(home.path, 'secrets.json')
    const { pushKey: _, ...before } = await rememberedSecrets(home.path, ['queue'])
    await writeFile(file, JSON.stringify(before))
    const after = await rememberedSecrets(home.path, ['queue'])
    expect(after).toEqual({ ...before, pushKey: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await rememberedSecrets(home.path, ['queue'])).toEqual(after)
  })

  test('get booking code keys added when their file has none, and the others stay', async () => {
    await using home = await aFolder()
    const { codeKeys: _, ...before } = await rememberedSecrets(home.path, ['queue'])
    await writeFile(join(home.path, 'secrets.json'), JSON.stringify(before))
    const after = await rememberedSecrets(home.path, ['queue'])
    expect(after).toEqual({ ...before, codeKeys: expect.stringMatching(/^k1:/) })
  })

  test('fail to load from a truncated file, which stays unchanged', async () => {
    await using home = await aFolder()
    await rememberedSecrets(home.path, ['queue'])
    const file = join(home.path, 'secrets.json')
    await truncate(file, 100)
    const cut = await readFile(file, 'utf8')
    await expect(rememberedSecrets(home.path, ['queue'])).rejects.toThrow('secrets.json is damaged')
    expect(await readFile(file, 'utf8')).toBe(cut)
  })

  test('fail to load when their file is missing from a home folder that was used before', async () => {
    await using home = await aFolder()
    await mkdir(join(home.path, 'logs'))
    await writeFile(join(home.path, 'logs', 'gateway.log'), '')
    await expect(rememberedSecrets(home.path, ['queue'])).rejects.toThrow('secrets.json is gone')
  })
})
