import { Stage } from './stage.ts'

const START = new Date('2026-03-02T09:00:00Z')

/** Runs all pending microtasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Enters a clock, and notes when it is on stage. */
function enter(stage: Stage, organizationId: string, entered: string[]) {
  const served = stage.open(organizationId, START)
  void stage.enter(served).then(() => entered.push(organizationId))
  return served
}

test('serves one clock at a time, in the order in which they came', async () => {
  const stage = new Stage()
  const entered: string[] = []
  for (const name of ['a', 'b', 'a', 'c', 'b']) enter(stage, name, entered)
  await settled()
  expect(entered).toEqual(['a'])
  stage.leave()
  await settled()
  expect(entered).toEqual(['a', 'b', 'b'])
  stage.leave()
  stage.leave()
  await settled()
  expect(entered).toEqual(['a', 'b', 'b', 'a'])
})

test('serves several requests of the clock on stage together while nobody else waits', async () => {
  const stage = new Stage()
  const entered: string[] = []
  for (const name of ['a', 'a', 'a']) enter(stage, name, entered)
  await settled()
  expect(entered).toEqual(['a', 'a', 'a'])
})

test('gives the time and organisation of the clock on stage', async () => {
  const stage = new Stage()
  const entered: string[] = []
  const a = enter(stage, 'a', entered)
  const b = stage.open('b', new Date('2030-01-01T00:00:00Z'))
  await settled()
  a.moveTo(new Date('2026-03-02T10:00:00Z'))
  expect([stage.organizationId, stage.now().toISOString()]).toEqual(['a', '2026-03-02T10:00:00.000Z'])
  stage.leave()
  await stage.enter(b)
  expect([stage.organizationId, stage.now().toISOString()]).toEqual(['b', '2030-01-01T00:00:00.000Z'])
})

test('serves other clocks while one waits outside, and gives back its stage afterwards', async () => {
  const stage = new Stage()
  const entered: string[] = []
  const answered = Promise.withResolvers<void>()
  enter(stage, 'a', entered)
  await settled()
  const waited = stage.outside(() => answered.promise)
  enter(stage, 'b', entered)
  await settled()
  expect(entered).toEqual(['a', 'b'])
  answered.resolve()
  await settled()
  expect(stage.organizationId).toBe('b')
  stage.leave()
  await waited
  expect(stage.organizationId).toBe('a')
})

test('keeps a clock on stage until its work in progress has ended', async () => {
  const stage = new Stage()
  const entered: string[] = []
  const work = Promise.withResolvers<void>()
  const a = enter(stage, 'a', entered)
  enter(stage, 'b', entered)
  await settled()
  stage.background(work.promise)
  stage.leave()
  await settled()
  expect([a.background.size, stage.organizationId]).toEqual([1, 'a'])
  work.reject(new Error('failed'))
  await settled()
  expect([a.background.size, stage.organizationId]).toEqual([0, 'b'])
})

test('never goes back in time when another request knows an earlier one', () => {
  const stage = new Stage()
  const served = stage.open('a', new Date('2026-03-02T10:00:00Z'))
  expect(stage.open('a', START).now).toEqual(served.now)
  stage.close(served)
  stage.close(served)
  expect(stage.open('a', START).now).toEqual(START)
})
