import { Drawer, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery, productsQuery } from '../../api/bookables.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loaded } from '../../ui/states.tsx'
import { EntriesCard } from './entries-card.tsx'
import { EntryForm } from './entry-form.tsx'
import type { Entry, Kind } from './kinds.ts'

interface Open {
  readonly kind: Kind
  /** undefined: a new one. */
  readonly entry: Entry | undefined
}

/** What the catalogue shows: categories, and the products in them. */
export function Page() {
  const categories = useQuery(categoriesQuery)
  const products = useQuery(productsQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title="Catalogue"
        description="What customers and partners see, in this order. Service types also appear in their categories."
      />
      <Loaded query={categories}>
        {(allCategories) => (
          <Loaded query={products}>
            {(allProducts) => (
              <>
                <SimpleGrid cols={{ base: 1, md: 2 }}>
                  <EntriesCard
                    kind="category"
                    title="Categories"
                    entries={allCategories}
                    categories={allCategories}
                    onOpen={(entry) => setOpen({ kind: 'category', entry })}
                  />
                  <EntriesCard
                    kind="product"
                    title="Products"
                    entries={allProducts}
                    categories={allCategories}
                    onOpen={(entry) => setOpen({ kind: 'product', entry })}
                  />
                </SimpleGrid>
                <Drawer
                  opened={open !== undefined}
                  onClose={close}
                  position="right"
                  size="lg"
                  title={open?.kind === 'product' ? 'Product' : 'Category'}
                >
                  {open && <EntryForm {...open} categories={allCategories} onDone={close} />}
                </Drawer>
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}
