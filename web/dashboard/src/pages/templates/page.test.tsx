import { screen, waitFor } from '@testing-library/react'
import { renderWith } from '../../testing/render.tsx'
import { ME, pageOf, TEMPLATE } from '../../testing/samples.ts'
import { type Answer, refuse } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

const sms = { encoding: 'GSM-7', units: 10, segments: 1, ucs2_characters: [], estimated_cost: null }
const EXAMPLE = { subject: 'Your table, Ada', text: 'Come, Ada.', sms }

const own = {
  ...TEMPLATE,
  ...{ id: TEMPLATE.id.replace(/0$/, '1'), name: 'Terrace', kind: 'custom', subject: '', is_default: false },
  ...{ text: 'Table {{ table }}.', variables: [...TEMPLATE.variables, 'table'] },
}

function openPage(previewTemplate: Answer, scopes = [...ME.scopes, 'notifications:send' as const]) {
  const answers = { listTemplates: pageOf(TEMPLATE, own), previewTemplate }
  return renderWith(answers, <Page />, { ...ME, scopes })
}

describe('the list of templates', () => {
  test('shows each template as a sample guest receives it, without placeholders', async () => {
    const { sent } = openPage(({ body }) =>
      (body as { text: string }).text === own.text ? { subject: null, text: 'Table [table].', sms } : EXAMPLE,
    )
    await screen.findByText('Come, Ada.')
    await screen.findByText('Table [table].')
    expect(screen.getByText('Subject: Your table, Ada')).toBeTruthy()
    expect(document.body.textContent).not.toContain('{{')
    expect(sent('previewTemplate').map(({ body }) => body)).toEqual([
      { text: TEMPLATE.text, subject: TEMPLATE.subject, variables: {} },
      { text: own.text, variables: { table: '[table]' } },
    ])
  })

  test('opens a template with its placeholders', async () => {
    const { user } = openPage(EXAMPLE)
    await user.click((await screen.findAllByText('Come, Ada.'))[0] as HTMLElement)
    expect(screen.getByLabelText('Text', { selector: 'textarea' })).toHaveProperty('value', TEMPLATE.text)
  })

  test('shows the raw text of a template whose preview fails', async () => {
    openPage(refuse('validation_failed', 'Not a template.'))
    await waitFor(() => expect(screen.getByText(TEMPLATE.text)).toBeTruthy())
  })

  test('shows the raw text to a member who may not send, and requests no preview', async () => {
    const { sent } = openPage(EXAMPLE, ME.scopes)
    await screen.findByText(TEMPLATE.text)
    expect(sent('previewTemplate')).toEqual([])
    expect(screen.queryByText(/Ada Lovelace/)).toBeNull()
  })
})
