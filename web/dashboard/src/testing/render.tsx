import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { meQuery } from '../api/session.ts'
import { theme } from '../app/theme.ts'
import { Part } from '../ui/part.tsx'
import { ME } from './samples.ts'
import { type Answers, type StubbedApi, stubApi } from './stub-api.ts'

interface Rendered extends StubbedApi {
  readonly user: UserEvent
}

/** Renders a component as the app does, signed in as an owner, with a stubbed API. */
export function renderWith(answers: Answers, element: ReactNode, me = ME): Rendered {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  })
  queryClient.setQueryData(meQuery.queryKey, me)
  const api = stubApi(answers)
  render(
    <MantineProvider theme={theme} env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Part>{element}</Part>
          <Notifications />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
  return { ...api, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

/** A button by its name. */
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })

/** Clicks a button twice before the page re-renders, as happens on a slow device. */
export function doubleClick(name: string | RegExp): void {
  const clicked = button(name)
  fireEvent.click(clicked)
  fireEvent.click(clicked)
}

/** A field by its label. */
export const field = (label: string | RegExp): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input,textarea,select' })

/** Enters a text in place of what is in a field. */
export function fill(label: string | RegExp, value: string): void {
  fireEvent.change(field(label), { target: { value } })
}

/** The description and error of a field, as screen readers announce them. */
export function saidAt(label: string | RegExp): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
