import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { followSession } from '../api/session.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { styleNonce } from './nonce.ts'
import { Notices } from './notices.tsx'
import { Routes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

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
