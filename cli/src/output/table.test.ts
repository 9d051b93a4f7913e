import { describe, expect, test } from 'vitest'
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

describe('given rows for people', () => {
  test('when they are written, then columns are as wide as what people see, and what is missing is a dash', () => {
    expect(shown(['Ada', 'José'])).toBe(
      ['NAME  SIZE  PHONE', 'Ada   3     -', 'José  4     -', ''].join('\n'),
    )
    expect(table([], [['name', () => '']])).toBe('NAME\n')
  })

  test('when names have wide characters, marks or emoji, then the next column starts where terminals draw it', () => {
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

  test('attack: when a name clears the screen, sets the title, starts a line or turns round, then it is spaces', () => {
    const hostile = 'a\u001b[2J\u001b]0;b\u0007\nc\u009b1m\u202ed'
    expect(shown([hostile]).split('\n')[1]).toContain('a [2J ]0;b c 1m d')
    expect(facts({ name: hostile })).toBe('name  a [2J ]0;b c 1m d\n')
  })
})
