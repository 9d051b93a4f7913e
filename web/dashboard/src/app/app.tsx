import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Button, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { reportError } from '../api/report-error.ts'
import { followSession } from '../api/session.ts'
import { Later, LaterParts } from '../ui/later.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Routes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

/** The nonce for style elements in the gateway's Content-Security-Policy, new for every page load. */
const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name=usher-style-nonce]')?.content ?? ''

// Used by the styles that lock scrolling behind dialogs.
setNonce(styleNonce)

const queryClient = new QueryClient({
  defaultOptions: {
    // The API client retries, and knows better than the browser whether there is a connection.
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
followSession(queryClient)

const colorSchemeManager = localStorageColorSchemeManager({ key: 'usher-color-scheme' })

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <CrashBoundary>
            <Routes />
            <Notices />
          </CrashBoundary>
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  )
}

const noticeList = new LaterParts(() => import('./notice-list.tsx'))

/** Shows notices; what draws them is loaded with the first one. */
function Notices() {
  const { notifications } = useNotifications()
  return (
    <Later of={noticeList} isWanted={notifications.length > 0}>
      {({ NoticeList }) => <NoticeList />}
    </Later>
  )
}

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
        action={<Button onClick={() => window.location.reload()}>{t`Reload`}</Button>}
      >
        <Trans>An error has stopped the dashboard. Reload the page to continue.</Trans>
      </EmptyState>
    </main>
  )
}
