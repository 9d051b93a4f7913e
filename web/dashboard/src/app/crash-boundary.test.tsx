import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { Link, Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { renderWith } from '../testing/render.tsx'
import { CrashBoundary } from './app.tsx'

/** A cleanup function that fails takes down the boundaries that leave with it. */
function FailsOnLeaving() {
  useEffect(
    () => () => {
      throw new Error('no cleanup function')
    },
    [],
  )
  return <Link href="/elsewhere">Leave</Link>
}

describe('CrashBoundary', () => {
  test('shows a page with a reload button after a page fails while it is left', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = renderWith(
      // It is reported if a test before has signed in.
      { reportPageError: null },
      <Router hook={memoryLocation().hook}>
        <CrashBoundary>
          <Route path="/">
            <FailsOnLeaving />
          </Route>
        </CrashBoundary>
      </Router>,
    )
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await screen.findByRole('heading', { name: 'Something went wrong' })
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    jest.restoreAllMocks()
  })
})
