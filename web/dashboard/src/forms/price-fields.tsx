import { t } from '@lingui/core/macro'
import { NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import type { ApiForm } from './use-api-form.ts'

const CURRENCIES = Intl.supportedValuesOf('currency')

/** Fields of a form for a price and its currency: `amount` and `currency`. */
export function PriceFields({ field }: Pick<ApiForm<{ amount: unknown; currency: unknown }>, 'field'>) {
  return (
    <SimpleGrid cols={2}>
      <NumberInput
        label={t`Price`}
        description={t`Leave empty to show no price`}
        min={0}
        {...field('amount')}
      />
      <NativeSelect label={t`Currency`} description={t`ISO 4217`} data={CURRENCIES} {...field('currency')} />
    </SimpleGrid>
  )
}
