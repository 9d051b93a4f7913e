import { t } from '@lingui/core/macro'
import { NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface PriceValues {
  readonly amount: number | string
  readonly currency: string
}

const CURRENCIES = Intl.supportedValuesOf('currency')

/** Fields of a form for a price and its currency: `amount` and `currency`. */
export function PriceFields<Values extends PriceValues>({ fields }: { fields: UseFormReturnType<Values> }) {
  return (
    <SimpleGrid cols={2}>
      <NumberInput
        key={fields.key('amount')}
        label={t`Price`}
        description={t`Leave empty to show no price`}
        min={0}
        {...fields.getInputProps('amount')}
      />
      <NativeSelect
        key={fields.key('currency')}
        label={t`Currency`}
        description={t`ISO 4217`}
        data={CURRENCIES}
        {...fields.getInputProps('currency')}
      />
    </SimpleGrid>
  )
}
