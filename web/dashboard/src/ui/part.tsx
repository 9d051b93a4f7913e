import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react'
import { isApiError } from '../api/problem.ts'
import { reportError } from '../api/report-error.ts'
import { ErrorState, LoadingState } from './states.tsx'

interface PartProps {
  readonly children: ReactNode
  readonly loading?: ReactNode
  /** What was asked for: another value clears an error. */
  readonly resetOn?: unknown
}

/** Part of a page that loads and fails by itself: its queries suspend, and their errors are shown in its place. */
export function Part({ children, loading = <LoadingState />, resetOn }: PartProps) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary resetQueries={reset} resetOn={resetOn}>
          <Suspense fallback={<Waiting onAnswer={renderAgain}>{loading}</Waiting>}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

interface WaitingProps {
  readonly onAnswer: () => void
  readonly children: ReactNode
}

/** Renders as soon as a query answers. React alone would keep the placeholder for 300 ms. */
function Waiting({ onAnswer, children }: WaitingProps) {
  const queries = useQueryClient().getQueryCache()
  useLayoutEffect(() => {
    return queries.subscribe((event) => {
      if (event.type === 'updated' && /^(success|error)$/.test(event.action.type)) onAnswer()
    })
  }, [queries, onAnswer])
  return children
}

interface BoundaryProps extends Pick<PartProps, 'children' | 'resetOn'> {
  readonly resetQueries: () => void
}

interface BoundaryState {
  readonly error?: unknown
  readonly resetOn?: unknown
}

class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  constructor(props: BoundaryProps) {
    super(props)
    // Without this, a query that has failed before would not be sent again when its part is opened again.
    props.resetQueries()
  }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  static getDerivedStateFromProps({ resetOn }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(resetOn, state.resetOn) ? null : { error: undefined, resetOn }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  readonly #retry = () => {
    if (!isApiError(this.state.error)) return window.location.reload()
    this.props.resetQueries()
    this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ErrorState error={this.state.error} onRetry={this.#retry} />
  }
}
