import { useDebouncedValue } from '@mantine/hooks'

const TYPING_MS = 300

/** A value as it was when typing last paused. */
export const useSettled = <Value>(typed: Value): Value => useDebouncedValue(typed, TYPING_MS)[0]
