import { GUEST } from '../../testing/samples.ts'
import { changeOf } from './line-change.ts'

const [ada, bob] = [
  { ...GUEST, id: 'ada' },
  { ...GUEST, id: 'bob' },
]
const at = (minute: number) => `2026-11-25T18:0${minute}:00.000Z`

describe('given the first line', () => {
  test('when it is compared, then nothing is news', () => {
    expect(changeOf(undefined, [{ ...ada, unread_reply_at: at(1) }]).news).toBeUndefined()
  })
})

describe('given a line that was seen', () => {
  const { known } = changeOf(undefined, [ada])

  test('when it is the same, then nothing is news', () => {
    expect(changeOf(known, [ada]).news).toBeUndefined()
  })

  test('when somebody is new, then somebody joined', () => {
    expect(changeOf(known, [ada, bob]).news).toBe('joined')
  })

  test('when somebody leaves and comes back, then nobody joined', () => {
    const away = changeOf(known, [])
    expect(away.news).toBeUndefined()
    expect(changeOf(away.known, [ada]).news).toBeUndefined()
  })

  test('when somebody replies while another joins, then it is the reply', () => {
    expect(changeOf(known, [{ ...ada, unread_reply_at: at(1) }, bob]).news).toBe('replied')
  })

  test('when a reply is read and another comes, then only the other is news', () => {
    const replied = changeOf(known, [{ ...ada, unread_reply_at: at(1) }])
    const read = changeOf(replied.known, [ada])
    expect(read.news).toBeUndefined()
    expect(changeOf(read.known, [{ ...ada, unread_reply_at: at(1) }]).news).toBeUndefined()
    expect(changeOf(read.known, [{ ...ada, unread_reply_at: at(2) }]).news).toBe('replied')
  })
})
