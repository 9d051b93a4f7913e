import { z } from 'zod'
import { defineOperation, type Operation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import type { ErrorCode } from '../problem.ts'
import { byId } from './parts.ts'

/** What tells the plain operations of one resource from those of another, besides their schemas. */
type Facts = Omit<
  Operation,
  'method' | 'params' | 'query' | 'body' | 'status' | 'answer' | 'headers' | 'errors'
> & {
  /** Besides those of every operation of its kind. */
  readonly errors?: readonly ErrorCode[]
}

/** A list, page by page. @param query of more than the page */
export const listOperation = <Item extends z.ZodType, Query extends z.ZodObject = typeof PAGE>({
  item,
  query,
  errors = [],
  ...facts
}: Facts & { readonly item: Item; readonly query?: Query }) =>
  defineOperation({
    ...facts,
    method: 'get',
    query: (query ?? PAGE) as Query,
    status: 200,
    answer: pageOf(item),
    errors: ['invalid_cursor', ...errors],
  })

const PAGE = z.strictObject(pageQuery)

export const createOperation = <Body extends z.ZodType, Answer extends z.ZodType>({
  body,
  answer,
  errors = [],
  ...facts
}: Facts & { readonly body: Body; readonly answer: Answer }) =>
  defineOperation({
    ...facts,
    method: 'post',
    body,
    status: 201,
    answer,
    headers: ['ETag'],
    errors: [...errors, 'idempotency_mismatch'],
  })

export const getOperation = <Answer extends z.ZodType>({
  answer,
  errors = [],
  ...facts
}: Facts & { readonly answer: Answer }) =>
  defineOperation({
    ...facts,
    method: 'get',
    params: byId,
    status: 200,
    answer,
    headers: ['ETag'],
    errors: ['not_found', ...errors],
  })

export const updateOperation = <Body extends z.ZodType, Answer extends z.ZodType>({
  body,
  answer,
  errors = [],
  ...facts
}: Facts & { readonly body: Body; readonly answer: Answer }) =>
  defineOperation({
    ...facts,
    method: 'patch',
    params: byId,
    body,
    status: 200,
    answer,
    headers: ['ETag'],
    errors: ['not_found', ...errors, 'precondition_failed'],
  })

export const deleteOperation = ({ errors = [], ...facts }: Facts) =>
  defineOperation({
    ...facts,
    method: 'delete',
    params: byId,
    status: 204,
    answer: null,
    errors: ['not_found', ...errors, 'precondition_failed'],
  })
