import { GUEST } from '../../testing/samples.ts'
import { changeOf } from './use-sound.ts'

const [ada, bob] = [
  { ...GUEST, id: 'ada' },
  { ...GUEST, id: 'bob' },
]
const at = (minute: number) => `2026-11-25T18:0${minute}:00.000Z`

describe('the first line read', () => {
  test('has no news, even with an unread reply', () => {
    expect(changeOf(undefined, [{ ...ada, unread_reply_at: at(1) }]).news).toBeUndefined()
  })
})

describe('a line that was read before', () => {
  const { known } = changeOf(undefined, [ada])

  test('has no news when it is unchanged', () => {
    expect(changeOf(known, [ada]).news).toBeUndefined()
  })

  test('reports a new guest as joined', () => {
    expect(changeOf(known, [ada, bob]).news).toBe('joined')
  })

  test('has no news when a guest leaves and comes back', () => {
    const away = changeOf(known, [])
    expect(away.news).toBeUndefined()
    expect(changeOf(away.known, [ada]).news).toBeUndefined()
  })

  test('reports a reply rather than a new guest when both happen', () => {
    expect(changeOf(known, [{ ...ada, unread_reply_at: at(1) }, bob]).news).toBe('replied')
  })

  test('reports a second reply after the first was read, and the first only once', () => {
    const replied = changeOf(known, [{ ...ada, unread_reply_at: at(1) }])
    const read = changeOf(replied.known, [ada])
    expect(read.news).toBeUndefined()
    expect(changeOf(read.known, [{ ...ada, unread_reply_at: at(1) }]).news).toBeUndefined()
    expect(changeOf(read.known, [{ ...ada, unread_reply_at: at(2) }]).news).toBe('replied')
  })
})
