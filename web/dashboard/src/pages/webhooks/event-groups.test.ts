import { eventGroups, toggled } from './event-groups.ts'

const type = (name: string) => ({ type: name, description: '', schema: {}, example: {} as never })

describe('webhook event types', () => {
  test('are grouped by the resource they are about', () => {
    const groups = eventGroups([type('guest.added'), type('queue.paused'), type('guest.left')])
    expect(groups.map(({ pattern, types }) => [pattern, types.map((one) => one.type)])).toEqual([
      ['guest.*', ['guest.added', 'guest.left']],
      ['queue.*', ['queue.paused']],
    ])
  })

  test('that a chosen pattern covers are dropped from the selection', () => {
    expect(toggled(['guest.added', 'queue.paused'], 'guest.*')).toEqual(['queue.paused', 'guest.*'])
  })

  test('are deselected when chosen twice', () => {
    expect(toggled(toggled([], 'guest.added'), 'guest.added')).toEqual([])
  })
})
