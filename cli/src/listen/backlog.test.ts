import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

test('attack: given a receiver that hangs, when events wait for it, then no more are read until one is answered', async () => {
  const backlog = createBacklog(3)
  const [one, two, three] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  await backlog.add(one?.promise ?? Promise.reject())
  await backlog.add(two?.promise ?? Promise.reject())
  let isRead = false
  const third = backlog.add(three?.promise ?? Promise.reject()).then(() => {
    isRead = true
  })
  await new Promise(setImmediate)
  expect(isRead).toBe(false)
  two?.resolve()
  await third
  expect(isRead).toBe(true)
})
