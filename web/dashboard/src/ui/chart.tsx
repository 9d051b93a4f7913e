import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Stack, Table, Text, useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { type ChartData, optionsOf, valuesOf } from './chart-options.ts'

const HEIGHT = 240

interface Props extends ChartData {
  /** What it shows, for screen readers. */
  readonly label: string
  /** Unit of the values, such as `minutes`. */
  readonly unit: string
}

/** uPlot cannot be loaded where the browser's language is none that Intl knows, as POSIX has them: the table says the same. */
async function draw(host: HTMLElement, width: number, data: ChartData) {
  const { default: UPlot } = await import('uplot').catch(() => ({ default: undefined }))
  return UPlot && new UPlot({ ...optionsOf(data), width, height: HEIGHT }, valuesOf(data), host)
}

/** A chart with its legend, and the same figures as an accessible table. */
export function Chart({ label, unit, ...data }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const merged = useMergedRef(ref, setHost)
  const theme = useComputedColorScheme()
  const shape = JSON.stringify(data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours come from the theme, and the data by its text
  useEffect(() => {
    if (!host || width === 0) return
    const drawing = draw(host, width, data)
    return () => void drawing.then((chart) => chart?.destroy())
  }, [host, shape, width, theme])
  const id = useId()
  return (
    <Stack gap="xs">
      <Group gap="md" aria-hidden>
        {data.series.map(({ name }, index) => (
          <Group key={name} gap={6}>
            <span className={styles.swatch} style={{ background: `var(--usher-chart-${index + 1})` }} />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
        <Text size="sm" c="dimmed">
          {t`in ${unit}`}
        </Text>
      </Group>
      <Box ref={merged} h={HEIGHT} role="img" aria-label={label} aria-describedby={id} />
      <details id={id}>
        <summary className={styles.summary}>
          <Trans>As a table</Trans>
        </summary>
        <Figures {...data} />
      </details>
    </Stack>
  )
}

function Figures({ labels, series }: ChartData) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {series.map(({ name }) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {labels.map((of, index) => (
            <Table.Tr key={of}>
              <Table.Th scope="row">{of}</Table.Th>
              {series.map(({ name, values }) => (
                <Table.Td key={name}>{values[index] ?? '–'}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
