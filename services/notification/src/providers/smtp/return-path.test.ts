import { randomBytes } from 'node:crypto'
import { newId } from '@usher/service-kit'
import { createReturnPaths } from './return-path.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })

describe('an address that mail comes back to', () => {
  const keys = [key('new'), key('old')]
  const paths = createReturnPaths(keys)
  const id = newId('notification')
  const address = paths.addressOf(id, 'b.example.com')

  test('names its notification, in upper case too', () => {
    expect(address).toMatch(/^bounces\+ntf_.{1,48}@b\.example\.com$/)
    expect(paths.notificationOf(address)).toBe(id)
    expect(paths.notificationOf(address.toUpperCase())).toBe(id)
  })

  test('made with the previous key still names its notification', () => {
    const before = createReturnPaths(keys.slice(1)).addressOf(id, 'b.example.com')
    expect(paths.notificationOf(before)).toBe(id)
  })

  test.each([
    ['another notification', address.replace(id, newId('notification'))],
    ['another key', createReturnPaths([key('theirs')]).addressOf(id, 'b.example.com')],
    ['no signature', `bounces+${id}@b.example.com`],
    ['an ordinary address', 'ada@example.com'],
    ['nothing', ''],
  ])('%s names no notification', (_name, given) => {
    expect(paths.notificationOf(given)).toBeUndefined()
  })
})
