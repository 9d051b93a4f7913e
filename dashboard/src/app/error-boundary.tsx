import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'
import { reportError } from './report-error.ts'

/** Keeps the rest of the dashboard working when a page throws, and tells the operators. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ErrorState error={this.state.error} onRetry={() => window.location.reload()} />
  }
}
