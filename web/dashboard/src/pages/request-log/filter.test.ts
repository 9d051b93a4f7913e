import { filterOf } from './filter.ts'

test.each([
  ['', { sender: 'api_key,application' }],
  ['by=all', {}],
  ['by=members&status=failed', { sender: 'member', status: 'failed' }],
  ['by=key_1&operation=getGuest', { actor: 'key_1', operation: 'getGuest' }],
  ['request_id=one', { request_id: 'one' }],
  ['request_id=&operation=&status=', { sender: 'api_key,application' }],
])('the request log turns the address query "%s" into a filter', (search, filter) => {
  expect(filterOf(search)).toEqual(filter)
})
