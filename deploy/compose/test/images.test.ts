import { describe, expect, test } from 'vitest'
import { baseImage } from '../src/dockerfile.ts'

describe('the images', () => {
  test('given the version of Node that tests run on, then they have the same', async () => {
    expect(await baseImage()).toBe(`node:${process.version.slice(1)}-slim`)
  })
})
