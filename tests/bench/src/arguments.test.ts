import { chosenNames, wholeNumber } from './arguments.ts'

const NAMES = ['add', 'get', 'idle']

describe('names given to a benchmark', () => {
  test('are run in their usual order', () => {
    expect(chosenNames(['get', 'add'], NAMES)).toEqual(['add', 'get'])
  })

  test('are all of them when none is given', () => {
    expect(chosenNames([], NAMES)).toEqual(NAMES)
  })

  test('are refused when one is unknown', () => {
    expect(() => chosenNames(['put'], NAMES)).toThrow('put is not one of add, get, idle')
  })
})

describe('a number given to a benchmark', () => {
  test.each(['5', '101', '7.5', 'many'])('is refused when it is %s and 6 to 100 are allowed', (text) => {
    expect(() => wholeNumber(text, 6, 100)).toThrow(`${text} is not a whole number from 6 to 100`)
  })

  test('is accepted within its range', () => {
    expect(wholeNumber('6', 6, 100)).toBe(6)
  })
})
