import type { OwnStandby } from '@usher/contracts'
import { speakerOf } from '../src/speaker.ts'
import { ownStandbyPage } from '../src/standby/own-standby-page.ts'

const ENDED: OwnStandby = {
  ...{ organization_id: 'org_1', status: 'ended', end_reason: 'left', duration_minutes: 30, seats: 1 },
  ...{ windows: [], service_name: 'Haircut', name: 'Ada', timezone: 'UTC', offer: null, manage_url: null },
  ...{ created_at: '2026-11-22T16:00:00.000Z', updated_at: '2026-11-22T16:00:00.000Z' },
}

const place = { speaker: speakerOf('en'), kept: {}, token: 't', brand: undefined }

const pageFor = (end_reason: OwnStandby['end_reason']) =>
  String(ownStandbyPage({ ...ENDED, end_reason }, place).main)

describe('the page of a standby that has ended', () => {
  test.each([
    ['unanswered', 'We held a time for you more than once'],
    ['windows_over', 'No time became free'],
    ['not_offered', 'can no longer be booked online'],
    ['removed', 'The staff took you off the list'],
  ] as const)('says why it ended as %s', (reason, text) => {
    expect(pageFor(reason)).toContain(text)
  })

  test('gives no reason when the customer left', () => {
    expect(pageFor('left')).not.toContain('class="lead"')
  })
})
