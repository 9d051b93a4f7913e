import uPlot from 'uplot'

export interface ChartData {
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
export function optionsOf({ labels, series, kind }: ChartData): Omit<uPlot.Options, 'width' | 'height'> {
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
export function valuesOf({ labels, series, kind }: ChartData): uPlot.AlignedData {
  const places = labels.map((_, index) => index)
  if (kind === 'lines') return [places, ...series.map(({ values }) => [...values])]
  const tops = series.map((_, level) =>
    places.map((place) =>
      series.slice(0, level + 1).reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
    ),
  )
  return [places, ...tops.toReversed()]
}
