import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

test('attack: given a receiver that hangs, when events wait for it, then no more are read until one is answered, and that is said once', async () => {
  let told = 0
  const backlog = createBacklog(3, () => {
    told += 1
  })
  const [one, two, three] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  await backlog.add(one?.promise ?? Promise.reject())
  await backlog.add(two?.promise ?? Promise.reject())
  let isRead = false
  const third = backlog.add(three?.promise ?? Promise.reject()).then(() => {
    isRead = true
  })
  await new Promise(setImmediate)
  expect(isRead).toBe(false)
  expect(told).toBe(1)
  two?.resolve()
  await third
  expect(isRead).toBe(true)
  const again = backlog.add(Promise.resolve())
  await again
  expect(told).toBe(1)
})
