import { displayLabelOf } from './display-label.ts'

const initialsOf = (name: string) => displayLabelOf({ _id: 'gst_1', name }).replace(/ ?\d\d$/, '')

describe('given what screens call a guest', () => {
  test.each([
    ['Ada Lovelace', 'A. L.'],
    ['Ada', 'A.'],
    ['juan carlos de la Vega', 'J. V.'],
    ['山田 太郎', '山. 太.'],
    ['محمد علي', 'م. ع.'],
    ["<script>alert('x')</script>", 'S. S.'],
    ['e\u0301lodie', 'E\u0301.'],
    ['🎉', ''],
  ])('when the name is %s, then it is shown by %s and no more of it', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  test('when two have the same initials, then their digits part them, and stay the same', () => {
    const labels = ['gst_1', 'gst_2', 'gst_1'].map((_id) => displayLabelOf({ _id, name: 'Ada' }))
    expect(labels[0]).toMatch(/^A\. [1-9]\d$/)
    expect(labels[1]).not.toBe(labels[0])
    expect(labels[2]).toBe(labels[0])
  })
})
