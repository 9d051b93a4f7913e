import { displayLabelOf } from './display-label.ts'

const initialsOf = (name: string) => displayLabelOf({ _id: 'gst_1', name }).replace(/ ?\d\d$/, '')

describe('the display label of a guest', () => {
  test.each([
    ['Ada Lovelace', 'A. L.'],
    ['Ada', 'A.'],
    ['juan carlos de la Vega', 'J. V.'],
    ['山田 太郎', '山. 太.'],
    ['محمد علي', 'م. ع.'],
    ["<script>alert('x')</script>", 'S. S.'],
    ['e\u0301lodie', 'E\u0301.'],
    ['🎉', ''],
  ])('shows the name %s as %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  test('tells guests with the same initials apart by stable digits', () => {
    const labels = ['gst_1', 'gst_2', 'gst_1'].map((_id) => displayLabelOf({ _id, name: 'Ada' }))
    expect(labels[0]).toMatch(/^A\. [1-9]\d$/)
    expect(labels[1]).not.toBe(labels[0])
    expect(labels[2]).toBe(labels[0])
  })
})
