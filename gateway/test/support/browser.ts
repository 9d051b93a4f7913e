import { send } from './send.ts'

export const PASSWORD = 'correct horse battery'

/** A browser: sends its cookie with everything. */
export function browser(url: string) {
  const state = { cookie: '', csrf: '' }
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    send(url + path, {
      method,
      headers: {
        ...(state.cookie && { cookie: `theme=dark; ${state.cookie}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    state,
    call,
    /** Writes as our pages do. */
    write: (method: string, path: string, body?: object) =>
      call(method, path, body, { 'x-csrf-token': state.csrf }),
    async signIn(email: string) {
      const answer = await call('POST', '/account/sign-in', { email, password: PASSWORD })
      const [cookie = ''] = answer.headers['set-cookie'] ?? []
      state.cookie = cookie.split(';')[0] ?? ''
      state.csrf = answer.json().csrf_token
      return { answer, cookie }
    },
  }
}
