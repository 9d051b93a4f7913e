import { QueueGrowth } from './queue-growth.ts'

function passWindow(growth: QueueGrowth, beganMs: number, arrived: number, served: number) {
  for (let i = 0; i < arrived; i += 1) growth.noteArrival()
  for (let i = 0; i < served; i += 1) growth.noteServed(beganMs + 100)
}

test('a queue grows when 30 requests arrive for 10 served, and no longer when 14 arrive for 10', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 30, 10)
  expect(growth.isGrowing).toBe(true)
  passWindow(growth, 100, 14, 10)
  expect(growth.isGrowing).toBe(false)
})

test('a queue that got a single burst grows for one window only', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 256, 10)
  expect(growth.isGrowing).toBe(true)
  passWindow(growth, 100, 0, 10)
  expect(growth.isGrowing).toBe(false)
})

test('a queue does not count as growing while fewer than ten requests have been served', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 30, 9)
  expect(growth.isGrowing).toBe(false)
})
