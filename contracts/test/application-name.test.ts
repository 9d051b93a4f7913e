import { expect, test } from 'vitest'
import { operations } from '../src/index.ts'

const { name } = operations.createOAuthClient.body.shape
const codeOf = (given: string) => {
  const [issue] = name.safeParse(given).error?.issues ?? []
  return issue && 'params' in issue ? issue.params?.code : issue?.code
}

test.each(['Table planner', 'Claude', 'Usherette', 'Планировщик', '予約 Desk', 'Googly eyes'])(
  'an application may be called %s',
  (given) => {
    expect(name.parse(given)).toBe(given)
  },
)

test.each([
  ['Usher', 'reserved_name'],
  ['  U s h e r ', 'reserved_name'],
  ['Google Calendar', 'reserved_name'],
  ['G00gle Calendar', 'reserved_name'],
  ['Ｕｓｈｅｒ', 'reserved_name'],
  ['Usher Support', 'reserved_name'],
  ['U\u0455her', 'mixed_scripts'],
  ['Goοgle', 'mixed_scripts'],
  ['usher.example', 'web_address'],
  ['https://evil.example', 'web_address'],
])('an application may not be called %s: %s', (given, code) => {
  expect(codeOf(given)).toBe(code)
})
