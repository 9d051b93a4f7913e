import './app/styles/first.ts'
import './app/tokens.css'
import './app/valid-language.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { reportUncaught } from './app/report-error.ts'
import { loadFirstWords } from './language/words.ts'

reportUncaught()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app')
await loadFirstWords()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
