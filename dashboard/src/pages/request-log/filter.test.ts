import { filterOf } from './filter.ts'

test.each([
  ['', { sender: 'api_key,application' }],
  ['by=all', {}],
  ['by=members&status=failed', { sender: 'member', status: 'failed' }],
  ['by=key_1&operation=getGuest', { actor: 'key_1', operation: 'getGuest' }],
  ['request_id=one', { request_id: 'one' }],
  ['request_id=&operation=&status=', { sender: 'api_key,application' }],
])('given the address with "%s", then the log is asked for that', (search, filter) => {
  expect(filterOf(search)).toEqual(filter)
})
