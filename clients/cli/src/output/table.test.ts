import { facts } from './facts.ts'
import { table } from './table.ts'

const shown = (names: readonly string[]) =>
  table(
    names.map((name) => ({ name, size: name.length })),
    [
      ['name', ({ name }) => name],
      ['size', ({ size }) => size],
      ['phone', () => null],
    ],
  )

describe('a table', () => {
  test('aligns columns, and shows a dash for missing values', () => {
    expect(shown(['Ada', 'José'])).toBe(
      ['NAME  SIZE  PHONE', 'Ada   3     -', 'José  4     -', ''].join('\n'),
    )
    expect(table([], [['name', () => '']])).toBe('NAME\n')
  })

  test('aligns columns after wide characters, marks and emoji', () => {
    const nfd = 'José'.normalize('NFD')
    expect(shown(['山田太郎', '김철수', nfd, '👩‍👩‍👧', '🇯🇵']).split('\n')).toEqual([
      'NAME      SIZE  PHONE',
      '山田太郎  4     -',
      '김철수    3     -',
      `${nfd}      5     -`,
      '👩‍👩‍👧        8     -',
      '🇯🇵        4     -',
      '',
    ])
  })

  test('attack: replaces control characters and direction marks in names by spaces', () => {
    const hostile = 'a\u001b[2J\u001b]0;b\u0007\nc\u009b1m\u202ed'
    expect(shown([hostile]).split('\n')[1]).toContain('a [2J ]0;b c 1m d')
    expect(facts({ name: hostile })).toBe('name  a [2J ]0;b c 1m d\n')
  })
})
