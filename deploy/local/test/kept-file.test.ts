import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readKeptFile } from '../src/kept-file.ts'
import { rememberedSecrets } from '../src/secrets.ts'
import { aFolder } from './util.ts'

const schema = z.object({ key: z.string() })

describe('given a file that cannot be made again', () => {
  test.each([
    ['empty', ''],
    ['cut short', '{"key": "va'],
    ['of another shape', '{"other": 1}'],
    ['null', 'null'],
  ])('when it is %s, then the start is refused with what to do', async (_, content) => {
    await using folder = await aFolder()
    const file = join(folder.path, 'kept.json')
    await writeFile(file, content)
    await expect(readKeptFile(file, schema)).rejects.toThrow(
      /kept\.json is damaged.*\nPut a backup of it back/,
    )
    expect(await readFile(file, 'utf8')).toBe(content)
  })

  test('when it is not there, then there is none', async () => {
    await using folder = await aFolder()
    expect(await readKeptFile(join(folder.path, 'kept.json'), schema)).toBeUndefined()
  })
})

describe('given the keys of a stack', () => {
  test('when a process is added, then the others keep theirs', async () => {
    await using home = await aFolder()
    const before = await rememberedSecrets(home.path, ['queue'])
    const after = await rememberedSecrets(home.path, ['queue', 'accounts'])
    const { caller, secretKeys, pushKey, codeKeys } = before
    expect(after).toMatchObject({ caller, secretKeys, pushKey, codeKeys })
    expect(Object.keys(after.secretKeys)).toEqual(['queue', 'accounts'])
  })

  test('when the file is of before push, then it gets a key for it, and the others stay', async () => {
    await using home = await aFolder()
    const file = join(home.path, 'secrets.json')
    const { pushKey: _, ...before } = await rememberedSecrets(home.path, ['queue'])
    await writeFile(file, JSON.stringify(before))
    const after = await rememberedSecrets(home.path, ['queue'])
    expect(after).toEqual({ ...before, pushKey: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await rememberedSecrets(home.path, ['queue'])).toEqual(after)
  })

  test('when the file is of before codes of bookings, then it gets a key for them, and the others stay', async () => {
    await using home = await aFolder()
    const { codeKeys: _, ...before } = await rememberedSecrets(home.path, ['queue'])
    await writeFile(join(home.path, 'secrets.json'), JSON.stringify(before))
    const after = await rememberedSecrets(home.path, ['queue'])
    expect(after).toEqual({ ...before, codeKeys: expect.stringMatching(/^k1:/) })
  })

  test('when their file was cut short, then it is left as it is and nothing starts', async () => {
    await using home = await aFolder()
    await rememberedSecrets(home.path, ['queue'])
    const file = join(home.path, 'secrets.json')
    await truncate(file, 100)
    const cut = await readFile(file, 'utf8')
    await expect(rememberedSecrets(home.path, ['queue'])).rejects.toThrow('secrets.json is damaged')
    expect(await readFile(file, 'utf8')).toBe(cut)
  })

  test('when their file is gone from a home that has run before, then nothing starts', async () => {
    await using home = await aFolder()
    await mkdir(join(home.path, 'spool'))
    await expect(rememberedSecrets(home.path, ['queue'])).rejects.toThrow('secrets.json is gone')
  })
})
