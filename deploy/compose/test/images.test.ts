import { describe, expect, test } from 'vitest'
import { readComposeFile } from '../src/check/project.ts'
import { baseImage } from '../src/dockerfile.ts'

describe('the images of others', () => {
  test('given docker-compose.yml, then each is named by its whole version', async () => {
    const { services } = await readComposeFile()
    const names = Object.values(services).flatMap(({ image }) => (image.startsWith('usher-') ? [] : [image]))
    expect(names.filter((name) => !/:v?\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/.test(name))).toEqual([])
  })
})

describe('the images', () => {
  test('given the version of Node that tests run on, then they have the same', async () => {
    expect(await baseImage()).toBe(`node:${process.version.slice(1)}-slim`)
  })
})
