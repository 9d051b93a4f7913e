import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { reportError } from '../api/report-error.ts'
import { EmptyState } from '../ui/states.tsx'

/** Wraps the dashboard: after an error outside of any `Part`, shows a page to reload instead of a blank one. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children
  }
}

function CrashPage() {
  return (
    <main>
      <EmptyState
        icon={TriangleAlert}
        title={t`Something went wrong`}
        order={1}
        action={
          <Button onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        }
      >
        <Trans>An error has stopped the dashboard. Reload the page to continue.</Trans>
      </EmptyState>
    </main>
  )
}
