import './app/styles/first.ts'
import './app/tokens.css'
import './app/valid-language.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiError } from './api/problem.ts'
import { reportUncaught } from './api/report-error.ts'
import { App } from './app/app.tsx'
import { loadFirstWords } from './language/words.ts'

reportUncaught()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app')
// Errors of the API are shown to the person, and are no faults to log.
// biome-ignore lint/suspicious/noConsole: what React does by default
const onCaughtError = (error: unknown) => isApiError(error) || console.error(error)

// Its texts are made as it renders.
void loadFirstWords().then(() =>
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
