import { registerHooks } from 'node:module'
// @ts-expect-error jsdom has no types.
import { JSDOM } from 'jsdom'
import NativeEnvironment from './native-environment.ts'
import { loadPage } from './page-modules.ts'

/** Node has these too, but jsdom takes only its own. */
const OF_PAGE = new Set([
  'AbortController',
  'AbortSignal',
  'Blob',
  'CustomEvent',
  'DOMException',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'MessageEvent',
  'navigator',
])

/** A page that the test files of a worker share, in the globals of the worker. */
export default class PageEnvironment extends NativeEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    if ('document' in globalThis) return
    const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost:3000', pretendToBeVisual: true })
    for (const name of Object.getOwnPropertyNames(window)) {
      if (name in globalThis && !OF_PAGE.has(name)) continue
      const value = window[name]
      // Functions of a window need it as `this`; classes do not.
      const isPlain = typeof value === 'function' && !/^[A-Z]/.test(name)
      Object.defineProperty(globalThis, name, {
        value: isPlain ? value.bind(window) : value,
        configurable: true,
        writable: true,
      })
    }
    for (const name of ['window', 'self', 'top', 'parent'])
      Object.defineProperty(globalThis, name, { value: globalThis, configurable: true, writable: true })
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      Object.assign(globalThis, { [name]: window[name].bind(window) })
    registerHooks({ load: loadPage })
  }
}
