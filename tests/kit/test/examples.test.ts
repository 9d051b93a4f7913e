import { brief, haveSameShape, settle } from '@usher/test-kit'

const NOW = Date.parse('2026-11-21T15:20:31.250Z')
const QUEUE = 'q_01m8c7541sfvm94n13zn2rvfpg'
const OTHER = 'q_01m8c7541sfvm94n13zn2rvfph'

describe('a server response turned into an example', () => {
  test('has the same id for the first of each kind, and different ids for others', () => {
    expect(settle({ id: QUEUE, path: `/v1/queues/${QUEUE}/guests`, other: OTHER }, [])).toEqual({
      id: 'q_01h455vb4pex5vsknk084sn02q',
      path: '/v1/queues/q_01h455vb4pex5vsknk084sn02q/guests',
      other: 'q_01h455vb4pex5vsknk084sn02r',
    })
  })

  test.each([
    ['2026-11-21T15:20:31.250Z', '2026-12-01T09:00:00.000Z'],
    ['2026-11-21T15:30:31.250Z', '2026-12-01T09:10:00.000Z'],
    ['2026-11-24T12:00:00.000Z', '2026-12-04T12:00:00.000Z'],
    ['2026-11-24T12:00:00Z', '2026-12-04T12:00:00Z'],
    ['DTSTART:20261124T120000Z', 'DTSTART:20261204T120000Z'],
    ['2026-11-24', '2026-12-04'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
  ])('has the time %s replaced by %s', (time, then) => {
    expect(settle({ time }, [], NOW)).toEqual({ time: then })
  })

  test.each([
    ['usk_9Xc2mQpLr7TzKfWb31VnHs8Y', 'usk_Qd4VtB1sLw8ZcNfAk7x2m9'],
    ['http://localhost:17468/w/aB3dE5gH7jK9mN1pQ3sT5v', 'https://usher.example/w/k7x2m9qd'],
    ['?redirect_uri=http%3A%2F%2Flocalhost%3A17468%2Fa', '?redirect_uri=https%3A%2F%2Fusher.example%2Fa'],
    ['1f0c2b7a@usher.test', 'ada@example.com'],
    ['Guest 1f0c2b7a', 'Ada'],
    ['guest_retention_days', 'guest_retention_days'],
    ['Please come to the desk.', 'Please come to the desk.'],
  ])('has the text %s replaced by %s', (text, settled) => {
    expect(settle([text], [['http://localhost:17468', 'https://usher.example']])).toEqual([settled])
  })

  test('has random fields replaced by their name, but keeps the codes of problems', () => {
    const given = { next_cursor: 'x', code: '123456', request_id: 'y' }
    expect(settle(given, [])).toEqual({
      next_cursor: 'eyJpZCI6MX0',
      code: '402915',
      request_id: 'req_1f0c2b7a',
    })
    expect(settle({ code: 'not_found' }, [])).toEqual({ code: 'not_found' })
  })

  test('is shortened to two objects of a list and one row of a table, with lists of words whole', () => {
    const items = [{ id: 1 }, { id: 2 }, { id: 3 }]
    const given = { data: items, scopes: ['a', 'b', 'c'], csv: '"id","at"\r\n"1","2"\r\n"3","4"\r\n' }
    expect(brief(given)).toEqual({
      ...{ data: items.slice(0, 2), scopes: given.scopes, csv: '"id","at"\r\n"1","2"\r\n' },
    })
  })
})

describe('an example and a new response', () => {
  test.each([
    [{ id: 1, at: null }, { id: 2, at: { now: true } }, true],
    [{ data: [] }, { data: [{ id: 1 }] }, true],
    [{ metadata: { a: 1 } }, { metadata: { b: 1 } }, true],
    [{ id: 1 }, { id: 1, livemode: true }, false],
    [{ data: [{ id: 1 }] }, { data: [{ key: 1 }] }, false],
  ])('are compared by their fields: %j and %j have the same ones: %s', (one, other, same) => {
    expect(haveSameShape(one, other)).toBe(same)
  })
})
