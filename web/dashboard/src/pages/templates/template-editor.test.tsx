import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { TEMPLATE } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { type Draft, draftOf, EMPTY_DRAFT } from './draft.ts'
import { TemplateEditor } from './template-editor.tsx'

const STANDARD = TEMPLATE.variables
const OWN = { ...TEMPLATE, is_default: false, created_at: '2026-05-04T09:00:00.000Z' }

const PREVIEW = {
  ...{ subject: null, text: 'Come, Sam.' },
  sms: { encoding: 'GSM-7', units: 10, segments: 1, ucs2_characters: [], estimated_cost: null },
}

function openEditor(draft: Draft, answers: Answers = {}) {
  const onClose = jest.fn()
  const rendered = renderWith(
    { createTemplate: OWN, updateTemplate: OWN, previewTemplate: PREVIEW, ...answers },
    <TemplateEditor draft={draft} standard={STANDARD} mayChange onClose={onClose} />,
  )
  return { ...rendered, onClose }
}

describe('the editor of a new template', () => {
  test('sends every field once', async () => {
    const { user, bodySent, onClose } = openEditor(EMPTY_DRAFT)
    fill('Name', 'Terrace')
    fill('Subject', 'A table outside')
    fill('Text', 'Table ')
    await user.type(field('Custom variables'), 'table{Enter}')
    await user.click(button('table'))
    await user.click(button('guest_name'))
    doubleClick('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('createTemplate')).toEqual({
      ...{ name: 'Terrace', subject: 'A table outside', text: 'Table {{ table }}{{ guest_name }}' },
      ...{ variables: ['table'], kind: 'custom', locale: 'en' },
    })
  })

  test('sends no variables for an occasion, and no subject unless one is typed', async () => {
    const { bodySent, onClose } = openEditor({ ...EMPTY_DRAFT, variables: ['table'] })
    fill('Occasion, in English', 'no_show')
    expect(screen.queryByLabelText('Custom variables')).toBeNull()
    fill('Name', 'Gone')
    fill('Text', 'Your place was given away.')
    doubleClick('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('createTemplate')).toEqual({
      ...{ name: 'Gone', text: 'Your place was given away.', variables: [], kind: 'no_show', locale: 'en' },
    })
  })

  test('shows the error of the API, and keeps what was typed', async () => {
    const { user, onClose } = openEditor(EMPTY_DRAFT)
    fill('Text', 'Come in.')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Name')).toMatch('Too small'))
    expect(field('Text').value).toBe('Come in.')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('says that a template for this occasion and language already exists', async () => {
    const detail = 'There is a template for this occasion in this language.'
    const { user } = openEditor(EMPTY_DRAFT, { createTemplate: refuse('template_exists', detail) })
    fill('Name', 'Gone')
    fill('Text', 'Gone.')
    await user.click(button('Save'))
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
    expect(field('Name').value).toBe('Gone')
  })
})

describe('the editor of an existing template', () => {
  test('saves a built-in template as a copy for its occasion and language', async () => {
    const { bodySent, onClose } = openEditor(draftOf({ ...TEMPLATE, locale: 'de' }, STANDARD))
    expect(screen.getByText(/^This template is built in/)).toBeTruthy()
    fill('Text', 'Komm, {{ guest_name }}.')
    doubleClick('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('createTemplate')).toEqual({
      ...{ name: 'Called', subject: 'Your table', text: 'Komm, {{ guest_name }}.' },
      ...{ variables: [], kind: 'ready', locale: 'de' },
    })
  })

  test('sends only the changed field', async () => {
    const { bodySent, onClose } = openEditor(draftOf(OWN, STANDARD), { getTemplate: OWN })
    fill('Subject', 'A table')
    doubleClick('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('updateTemplate')).toEqual({ subject: 'A table' })
  })

  test('shows a text saved in the meantime, and can take it', async () => {
    const theirs = { ...OWN, text: 'Theirs', name: 'Garden' }
    const { user, sent } = openEditor(draftOf(OWN, STANDARD), { getTemplate: theirs })
    fill('Text', 'Mine')
    await user.click(button('Save'))
    await screen.findByText('Text is now Theirs')
    expect(field('Text').value).toBe('Mine')
    expect(sent('updateTemplate')).toEqual([])
    await user.click(button('Take theirs'))
    expect(field('Text').value).toBe('Theirs')
    expect(field('Name').value).toBe('Garden')
  })
})
