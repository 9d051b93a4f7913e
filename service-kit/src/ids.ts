import { ID_PREFIXES, type IdKind } from '@usher/contracts'
import { typeidUnboxed } from 'typeid-js'

/** A new identifier of one kind: a TypeID, so ids made later sort later (to the millisecond). */
export const newId = (kind: IdKind): string => typeidUnboxed(ID_PREFIXES[kind])
