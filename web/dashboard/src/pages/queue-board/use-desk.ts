import { useLocalStorage } from '@mantine/hooks'
import { useMe } from '../../api/session.ts'

/** Desk that this browser calls guests of the organisation to, such as "Counter 3"; empty: none. */
export function useDesk() {
  const { organization } = useMe()
  return useLocalStorage({
    key: `usher-desk:${organization.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
}
