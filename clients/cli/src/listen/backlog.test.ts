import { createBacklog } from './backlog.ts'

test('attack: events that wait for a hanging receiver stop the reading until one is answered, with one notice', async () => {
  let notices = 0
  const add = createBacklog(3, () => {
    notices += 1
  })
  const [one, two, three] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  await add(one?.promise ?? Promise.reject())
  await add(two?.promise ?? Promise.reject())
  let isRead = false
  const third = add(three?.promise ?? Promise.reject()).then(() => {
    isRead = true
  })
  await new Promise(setImmediate)
  expect(isRead).toBe(false)
  expect(notices).toBe(1)
  two?.resolve()
  await third
  expect(isRead).toBe(true)
  await add(Promise.resolve())
  expect(notices).toBe(1)
})
