import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { notifyDone } from '../ui/notify.ts'
import type { ShownClash } from './clash.tsx'
import { ChangedMeanwhile, changesOf, type SaveOver, saveOver } from './save-over.ts'
import { type ApiForm, type ApiFormOptions, useApiForm } from './use-api-form.ts'

type Saved<Resource> = NonNullable<Resource>

interface Options<Resource, Values, Body>
  extends Pick<SaveOver<Saved<Resource>, Body>, 'read' | 'write'>,
    Omit<ApiFormOptions<Values, Saved<Resource>>, 'initialValues' | 'isChanged' | 'submit' | 'onSuccess'> {
  /** What the form shows at first, if not what is saved. */
  readonly initialValues?: Values
  /** The version the form starts from; undefined if the form creates it. */
  readonly resource: Resource
  readonly valuesOf: (resource: Resource) => Values
  /** The body that the form makes of its values. */
  readonly bodyOf: (values: Values) => Body
  readonly create?: (body: Body) => Promise<Saved<Resource>>
  /** By default it says that the form is saved. */
  readonly onSuccess?: (saved: Saved<Resource>) => void | Promise<void>
}

export interface EditForm<Values> extends ApiForm<Values> {
  /** Whether saving would change anything. */
  readonly isChanged: boolean
  readonly clash: ShownClash | undefined
}

/**
 * A form for what two people may edit at once: it sends what it changes and nothing else. The second is asked, and
 * nothing typed is lost.
 */
export function useEditForm<
  Resource extends object | undefined,
  Values extends Record<string, unknown>,
  Body extends object,
>(options: Options<Resource, Values, Body>): EditForm<Values> {
  const { resource, valuesOf, bodyOf, read, write, create, onError, ...rest } = options
  const { initialValues, onSuccess = () => notifyDone(t`Saved.`) } = options
  const sentOf = (now: Resource) => bodyOf(valuesOf(now))
  const before = useRef<Partial<Body>>(resource ? sentOf(resource) : {})
  const [clash, setClash] = useState<ChangedMeanwhile<Saved<Resource>>>()
  const isChanged = (values: Values) => Object.keys(changesOf(before.current, bodyOf(values))).length > 0
  const save = async (body: Body) => {
    setClash(undefined)
    const sent = Object.keys(changesOf(before.current, body))
    const saved = await saveOver({ read, write, bodyOf: sentOf, before: before.current as Body, body })
    const kept = Object.entries(sentOf(saved)).filter(([name]) => sent.includes(name))
    // The form does not show the other changes, so they stay unseen.
    before.current = { ...body, ...Object.fromEntries(kept) }
    return saved
  }
  const form = useApiForm<Values, Saved<Resource>>({
    initialValues: valuesOf(resource),
    ...rest,
    onSuccess,
    // What the form suggests is no change that leaving the page would lose.
    isChanged: resource && !initialValues ? isChanged : undefined,
    submit: (values) => (create && !resource ? create(bodyOf(values)) : save(bodyOf(values))),
    onError(error) {
      if (!(error instanceof ChangedMeanwhile)) return onError?.(error) ?? false
      setClash(error)
      return true
    },
  })
  /** Marks fields of the current version as seen, so that they may be overwritten. */
  const see = (names: readonly string[]) => {
    const seen = Object.entries(clash ? sentOf(clash.now) : {}).filter(([name]) => names.includes(name))
    before.current = { ...before.current, ...Object.fromEntries(seen) }
    setClash(undefined)
  }
  return {
    ...form,
    isChanged: isChanged(form.values),
    clash: clash && {
      names: clash.names,
      theirs: new Map(Object.entries(sentOf(clash.now))),
      keepMine() {
        see(clash.names)
        form.onSubmit()
      },
      takeTheirs() {
        see(Object.keys(before.current))
        form.setSaved(valuesOf(clash.now))
      },
    },
  }
}
