import { t } from '@lingui/core/macro'
import { Box, Group, Stack, Table, Text, useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import styles from './chart.module.css'

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
        <Text size="sm" c="dimmed">{t`in ${unit}`}</Text>
      </Group>
      <Box ref={merged} h={HEIGHT} role="img" aria-label={label} aria-describedby={id} />
      <details id={id}>
        <summary className={styles.summary}>{t`As a table`}</summary>
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

interface ChartData {
  /** Labels along the axis, one per value. */
  readonly labels: readonly string[]
  /** At most three, in the colours of the theme. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** stacked: bars of which each stands on the one before. */
  readonly kind: 'lines' | 'stacked'
}

const STEPS = [1, 2, 3, 7, 14, 28]

/** Width of one axis label in pixels. */
const LABEL_PX = 56

const colour = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim()

/** The uPlot options, in the current theme's colours. */
function optionsOf({ labels, series, kind }: ChartData): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = {
    stroke: colour('--usher-strong'),
    grid: { stroke: colour('--usher-border'), width: 1 },
    ticks: { show: false },
  }
  const bars = uPlot.paths.bars?.({ size: [0.6, 40] })
  const drawn = series.map((_, index): uPlot.Series => {
    const stroke = colour(`--usher-chart-${index + 1}`)
    return kind === 'lines'
      ? { stroke, width: 2, points: { show: true, fill: stroke, size: 6 } }
      : { stroke, fill: stroke, points: { show: false }, ...(bars && { paths: bars }) }
  })
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, labels.length - 0.5] },
      y: { range: (_, _low, high) => [0, Math.max(1, (high ?? 0) * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: LABEL_PX,
        incrs: STEPS,
        values: (_, places) => places.map((place) => labels[place] ?? ''),
      },
      { ...axis, size: 48 },
    ],
    series: [{}, ...(kind === 'stacked' ? drawn.toReversed() : drawn)],
  }
}

/** The data for uPlot: stacks from the top down, so that lower bars are drawn over them. */
function valuesOf({ labels, series, kind }: ChartData): uPlot.AlignedData {
  const places = labels.map((_, index) => index)
  if (kind === 'lines') return [places, ...series.map(({ values }) => [...values])]
  const tops = series.map((_, level) =>
    places.map((place) =>
      series.slice(0, level + 1).reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
    ),
  )
  return [places, ...tops.toReversed()]
}
