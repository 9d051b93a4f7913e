import { QueueGrowth } from './queue-growth.ts'

function passWindow(growth: QueueGrowth, beganMs: number, arrived: number, served: number) {
  for (let i = 0; i < arrived; i += 1) growth.noteArrival()
  for (let i = 0; i < served; i += 1) growth.noteServed(beganMs + 100)
}

test('given much more that comes than is served, then the queue grows, until no more comes than is served', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 30, 10)
  expect(growth.isGrowing).toBe(true)
  passWindow(growth, 100, 14, 10)
  expect(growth.isGrowing).toBe(false)
})

test('given a burst and nothing after it, then the queue grows for one window only', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 256, 10)
  expect(growth.isGrowing).toBe(true)
  passWindow(growth, 100, 0, 10)
  expect(growth.isGrowing).toBe(false)
})

test('given few that are served, then nothing is known yet', () => {
  const growth = new QueueGrowth()
  passWindow(growth, 0, 30, 9)
  expect(growth.isGrowing).toBe(false)
})
