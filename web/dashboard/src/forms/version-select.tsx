import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { API_VERSION, API_VERSIONS } from '@usher/sdk/client'
import type { ComponentProps } from 'react'

export type ApiVersion = (typeof API_VERSIONS)[number]

/** A version as shown: the newest is marked, as others end some day. */
export const versionText = (version: string): string =>
  version === API_VERSION ? t`${version} (newest)` : version

/** Chooses a dated version of the API. */
export const VersionSelect = (props: Omit<ComponentProps<typeof Select>, 'label' | 'data'>) => (
  <Select
    label={t`API version`}
    data={API_VERSIONS.toReversed().map((value) => ({ value, label: versionText(value) }))}
    allowDeselect={false}
    {...props}
  />
)
