import { AUDITED_OPERATIONS } from '../../testing/stub-api.ts'
import { actionLabel, OPERATION_LABELS } from './action-labels.ts'

describe('the labels of actions', () => {
  test('exist for every operation in the audit log, and for no other', () => {
    expect(Object.keys(OPERATION_LABELS).toSorted()).toEqual(AUDITED_OPERATIONS.toSorted())
  })

  test('name operations and events, and leave unknown actions as they are', () => {
    const actions = ['seatGuest', 'guest.no_show', 'odd.event']
    expect(actions.map(actionLabel)).toEqual(['Seat a guest', 'Mark a guest as a no-show', 'odd.event'])
  })
})
