import { t } from '@lingui/core/macro'
import { Drawer, SimpleGrid } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery, productsQuery } from '../../api/bookables.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EntriesCard } from './entries-card.tsx'
import { CatalogueForm } from './entry-form.tsx'
import type { Entry, Kind } from './kinds.ts'

interface Open {
  readonly kind: Kind
  /** undefined: a new one. */
  readonly entry: Entry | undefined
}

/** What the catalogue shows: categories, and the products in them. */
export function Page() {
  const [{ data: categories }, { data: products }] = useSuspenseQueries({
    queries: [categoriesQuery, productsQuery],
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={t`Catalogue`}
        description={t`What customers and partners see, in this order. Service types also appear in their categories.`}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <EntriesCard
          kind="category"
          title={t`Categories`}
          entries={categories}
          categories={categories}
          onOpen={(entry) => setOpen({ kind: 'category', entry })}
        />
        <EntriesCard
          kind="product"
          title={t`Products`}
          entries={products}
          categories={categories}
          onOpen={(entry) => setOpen({ kind: 'product', entry })}
        />
      </SimpleGrid>
      <Drawer
        opened={open !== undefined}
        onClose={close}
        size="lg"
        title={open?.kind === 'product' ? t`Product` : t`Category`}
      >
        {open && <CatalogueForm {...open} categories={categories} onDone={close} />}
      </Drawer>
    </>
  )
}
