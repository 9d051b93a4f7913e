import { screen } from '@testing-library/react'
import { field, renderWith } from '../../testing/render.tsx'
import { ME, QUEUE } from '../../testing/samples.ts'
import type { SentRequest } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

const OTHER = { ...QUEUE, id: 'q_01h455vb4pex5vsknk084sn02r', name: 'Bar' }

const WAIT = { p50: 10, p90: 20, mean: 12, count: 4 }

/** Four parties joined in the last week; nobody before. */
const statistics = ({ params, query }: SentRequest) => {
  const isNow = Date.parse(query.to ?? '') > Date.now() - 60_000
  return {
    ...{ queue_id: params.id, from: query.from, to: query.to, timezone: 'UTC', in_line: 0 },
    ...{
      arrivals: isNow ? 4 : 0,
      guests: isNow ? 9 : 0,
      seated: isNow ? 4 : 0,
      no_show: 0,
      left: 0,
      removed: 0,
    },
    ...{ actual_wait: isNow ? WAIT : null, quoted_wait: isNow ? WAIT : null },
    ...{ quote_error: isNow ? { mean_absolute: 3, bias: 3 } : null, hours: [] },
    days: isNow ? [{ date: '2026-11-20', arrivals: 4, guests: 9 }] : [],
  }
}

const NOT_SERVED = {
  ...{ quotes: 0, served: 0, abandoned: 0, mean_wait: null, mean_absolute_error: null },
  ...{ bias: null, coverage: null, early: null, renewed: null },
}

const answers = (queues: object[], totals: object = NOT_SERVED) => ({
  listQueues: { data: queues, next_cursor: null },
  getQueueStatistics: statistics,
  getEstimateAccuracy: ({ query }: SentRequest) => ({
    ...{ data: [], from: query.from, to: query.to },
    ...{ totals, show_rate: null },
  }),
  listNotifications: { data: [], next_cursor: null },
  listWebhookEndpoints: { data: [], next_cursor: null },
})

describe('insights into two queues', () => {
  test('sum up both queues, and narrow to the one that is picked', async () => {
    const api = renderWith(answers([QUEUE, OTHER]), <Page />)
    expect(await screen.findByText('8 parties with 18 guests joined.')).toBeTruthy()
    expect(screen.getByText('Quotes were 3 min too long on average.')).toBeTruthy()
    await api.user.selectOptions(field('Queue'), 'Bar')
    expect(await screen.findByText('4 parties with 9 guests joined.')).toBeTruthy()
    expect(api.sent('getUsage')).toEqual([])
  })
})

describe('the messages of insights', () => {
  test('leave out what the sandbox took', async () => {
    const scopes = ['queues:read' as const, 'notifications:read' as const]
    const settings = {
      ...{ countries: ['DE'], per_number_per_hour: 10, per_number_per_day: 30 },
      ...{
        per_organization_per_day: 10_000,
        failover_after_seconds: 120,
        sandbox_channels: ['sms', 'email'],
      },
    }
    const api = renderWith({ ...answers([QUEUE]), getNotificationSettings: settings }, <Page />, {
      ...ME,
      scopes,
    })
    expect(await screen.findByText('No messages were sent in this period.')).toBeTruthy()
    expect(await screen.findByText(/^Messages go to the sandbox/)).toBeTruthy()
    expect(api.sent('listNotifications')[0]?.query.sandbox).toBe('false')
  })
})

describe('insights into the quotes of a queue', () => {
  const figureOf = async (label: string) => (await screen.findByText(label)).previousSibling?.textContent
  const served = {
    ...{ quotes: 5, served: 4, abandoned: 1, mean_wait: 12, mean_absolute_error: 3, bias: 1, coverage: 0.9 },
    ...{ early: 7.6, renewed: { count: 3, mean_absolute_error: 2.5, coverage: 0.8 } },
  }

  test('show how early guests were called, and how accurate quotes half-way through the line were', async () => {
    renderWith(answers([QUEUE], served), <Page />)
    expect(await figureOf('called before the end of the quoted range')).toBe('7.6 min')
    expect(await figureOf('average error, half-way through the line')).toBe('2.5 min')
    expect(await figureOf('within the range, half-way through the line')).toBe('80%')
  })

  test('show how late guests were called, and nothing about later quotes when there were none', async () => {
    renderWith(answers([QUEUE], { ...served, early: -2, renewed: null }), <Page />)
    expect(await figureOf('called after the quoted range')).toBe('2 min')
    expect(screen.queryByText(/half-way through the line/)).toBeNull()
  })
})

describe('insights of an organisation without queues', () => {
  test('say what will appear there', async () => {
    renderWith(answers([]), <Page />)
    expect(await screen.findByText(/^When guests wait longest, whether quotes were right/)).toBeTruthy()
    expect(screen.queryByLabelText('Queue')).toBeNull()
  })
})
