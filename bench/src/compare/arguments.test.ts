import { readCompareArguments } from './arguments.ts'

const NAMES = ['add', 'get', 'idle']
const read = (...args: string[]) => readCompareArguments(args, NAMES)

describe('given the arguments of a comparison', () => {
  test('when only a commit is named, then all paths are compared by the usual number of rounds', () => {
    const defaults = { only: NAMES, rounds: 9, json: false, save: false }
    expect(read('HEAD~3')).toEqual({ commit: 'HEAD~3', ...defaults })
  })

  test('when paths are chosen, then they are compared in the usual order', () => {
    expect(read('v1', '--only', 'get,add').only).toEqual(['add', 'get'])
    expect(read('v1', '--only', 'idle', '--only', 'get').only).toEqual(['get', 'idle'])
  })

  test('when options are given, then they are read', () => {
    expect(read('v1', '--rounds', '6', '--json', '--save')).toMatchObject({
      rounds: 6,
      json: true,
      save: true,
    })
  })

  test.each([
    [[], 'Name one commit'],
    [['a', 'b'], 'Name one commit'],
    [['a', '--only', 'put'], 'There is no path called put'],
    [['a', '--rounds', '5'], '5 is not a whole number from 6 to 100'],
    [['a', '--fast'], '--fast'],
  ])('when they are %j, then the error says what is wrong and what can be given', (args, message) => {
    expect(() => read(...args)).toThrow(message)
    expect(() => read(...args)).toThrow('Usage: npm run bench:compare')
  })
})
