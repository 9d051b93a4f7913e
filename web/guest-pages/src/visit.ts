import { type Html, html } from '@usher/service-kit'
import type { Request } from 'express'
import { type Speaker, speakerFor } from './speaker.ts'

/** Query parameters by name. */
export type Query = Readonly<Record<string, string>>

/** Who looks at a page. */
export interface Visit {
  readonly speaker: Speaker
  /** Query parameters that every link and form keeps: the language asked for, and whether it is in a frame. */
  readonly kept: Query
  /** Sites that may show the page in a frame. */
  readonly sites?: readonly string[] | undefined
}

/** A query parameter that is given once; otherwise an empty string. */
export function queryOf(req: Pick<Request, 'query'>, name: string): string {
  const value = req.query[name]
  return typeof value === 'string' ? value : ''
}

export const isEmbedded = (req: Pick<Request, 'query'>): boolean => queryOf(req, 'embed') === '1'

/** The visit of a request. */
export function visitOf(req: Request): Visit {
  const speaker = speakerFor(req)
  const isAskedFor = queryOf(req, 'lang') === speaker.locale
  return {
    speaker,
    kept: { ...(isAskedFor && { lang: speaker.locale }), ...(isEmbedded(req) && { embed: '1' }) },
  }
}

/** An address with its query. */
export function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** Query parameters as hidden fields of a form that is sent by GET. */
export const hiddenFields = (query: Query): Html[] =>
  Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
