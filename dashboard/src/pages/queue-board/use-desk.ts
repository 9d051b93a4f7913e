import { useLocalStorage } from '@mantine/hooks'

/** Where the host at this browser has guests come to, such as "Counter 3"; empty: nowhere in particular. */
export const useDesk = () =>
  useLocalStorage({ key: 'usher-desk', defaultValue: '', getInitialValueInEffect: false })
