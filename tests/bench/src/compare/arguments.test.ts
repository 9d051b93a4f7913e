import { readCompareArguments } from './arguments.ts'

const NAMES = ['add', 'get', 'idle']
const read = (...args: string[]) => readCompareArguments(args, NAMES)

describe('arguments of bench:compare', () => {
  test('a commit alone compares all paths in nine rounds', () => {
    expect(read('HEAD~3')).toEqual({ commit: 'HEAD~3', only: NAMES, rounds: 9 })
  })

  test('--only selects paths, which keep their usual order', () => {
    expect(read('v1', '--only', 'get,add').only).toEqual(['add', 'get'])
    expect(read('v1', '--only', 'idle', '--only', 'get').only).toEqual(['get', 'idle'])
  })

  test('--rounds sets the number of rounds', () => {
    expect(read('v1', '--rounds', '6').rounds).toBe(6)
  })

  test.each([
    [[], 'Name one commit'],
    [['a', 'b'], 'Name one commit'],
    [['a', '--only', 'put'], 'There is no path called put'],
    [['a', '--rounds', '5'], '5 is not a whole number from 6 to 100'],
    [['a', '--fast'], '--fast'],
  ])('%j is refused with the reason and the usage', (args, message) => {
    expect(() => read(...args)).toThrow(message)
    expect(() => read(...args)).toThrow('Usage: npm run bench:compare')
  })
})
