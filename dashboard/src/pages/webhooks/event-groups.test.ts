import { eventGroups, toggled } from './event-groups.ts'

const type = (name: string) => ({ type: name, description: '', schema: {}, example: {} as never })

describe('given event types', () => {
  test('when they are grouped, then each is with those about the same', () => {
    const groups = eventGroups([type('guest.added'), type('queue.paused'), type('guest.left')])
    expect(groups.map(({ pattern, types }) => [pattern, types.map((one) => one.type)])).toEqual([
      ['guest.*', ['guest.added', 'guest.left']],
      ['queue.*', ['queue.paused']],
    ])
  })

  test('when a pattern is chosen, then the types it stands for are not needed any more', () => {
    expect(toggled(['guest.added', 'queue.paused'], 'guest.*')).toEqual(['queue.paused', 'guest.*'])
  })

  test('when something is chosen twice, then it is not chosen', () => {
    expect(toggled(toggled([], 'guest.added'), 'guest.added')).toEqual([])
  })
})
