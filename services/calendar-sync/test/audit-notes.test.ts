import { OPERATIONS, PERSONAL } from '@usher/contracts'
import { type Answer, auditNoteOf } from '@usher/test-kit'
import { ANN, API, givenConnection, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const onNew = async (method: string, body?: object): Promise<Answer> => {
  const { id } = await givenConnection(harness)
  return await harness.client()(method, `${API}/connections/${id}`, body ? { body } : {})
}

/** What each operation that is no GET tells of its changes. A new operation needs a line here. */
const CASES: Record<string, { act(): Promise<Answer>; readonly changes: object | undefined }> = {
  updateCalendarConnection: {
    act: () => onNew('PATCH', { busy_calendar_ids: [] }),
    changes: { busy_calendar_ids: { before: PERSONAL, after: PERSONAL } },
  },
  deleteCalendarConnection: {
    act: () => onNew('DELETE'),
    changes: { status: { before: 'active', after: null }, account_email: { before: PERSONAL, after: null } },
  },
  startCalendarSync: {
    act: () => harness.client()('POST', `${API}/sync`, { body: {} }),
    changes: undefined,
  },
}

describe('the audit notes of calendar sync', () => {
  test('this file covers every calendar operation with a scope, except GET', () => {
    const changing = OPERATIONS.filter(
      ({ service, method, scope }) => service === 'calendar-sync' && method !== 'get' && scope !== null,
    )
    expect(changing.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort())
  })

  test.each(Object.entries(CASES))(
    '%s notes its changes without personal data',
    async (_, { act, changes }) => {
      const answer = await act()
      expect(answer.status).toBeLessThan(300)
      const note = auditNoteOf(answer)
      if (changes) expect(note?.changes).toMatchObject(changes)
      else expect(note?.changes).toBeUndefined()
      expect(JSON.stringify(note ?? {})).not.toContain(ANN)
    },
  )
})
