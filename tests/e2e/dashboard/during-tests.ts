import type { BrowserName } from '../browser.ts'
import { useSharedUsher } from '../shared-usher.ts'
import { type Boards, openBoards } from './board.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

/** The dashboard of the shared Usher, open during the tests of a file or a `describe`; each test begins without windows. */
export function useDashboard(browser?: BrowserName): Dashboard {
  const dashboard = duringTests(() => openDashboard(useSharedUsher(), browser))
  afterEach(() => dashboard.closeWindows())
  return dashboard
}

/** Like {@link useDashboard}, with boards of queues. */
export function useBoards(browser?: BrowserName): Boards {
  const boards = duringTests(() => openBoards(useSharedUsher(), browser))
  afterEach(() => boards.dashboard.closeWindows())
  return boards
}

/** Has members only once the tests run. */
function duringTests<T extends AsyncDisposable>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => opened[Symbol.asyncDispose]?.())
  return opened
}
