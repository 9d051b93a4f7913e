import { converter, formatHex, toGamut, wcagContrast } from 'culori'

/** Contrast of normal text (WCAG 2.2 §1.4.3). */
const MIN_CONTRAST = 4.5
const STEP = 0.01

const oklch = converter('oklch')
const inGamut = toGamut('rgb', 'oklch')

const LIGHT = { background: '#f5f4f0', step: -STEP }
const DARK = { background: '#1c2220', step: STEP }
const INKS = ['#ffffff', '#0d1412']

/** A colour of pages, and the colour of text upon it. */
export interface Shade {
  readonly brand: string
  readonly onBrand: string
}

/** The shades of a brand colour for pages in light and dark: as text, they can be read on the page. */
export const shadesOf = (color: string): { readonly light: Shade; readonly dark: Shade } => ({
  light: shadeOf(color, LIGHT),
  dark: shadeOf(color, DARK),
})

/** The nearest shade with enough contrast, found by changing the lightness alone. */
function shadeOf(color: string, { background, step }: typeof LIGHT): Shade {
  let brand = color
  const { l, c, h = 0 } = oklch(color) ?? { l: 0, c: 0 }
  for (let n = 1; wcagContrast(brand, background) < MIN_CONTRAST; n++) {
    brand = formatHex(inGamut({ mode: 'oklch', l: l + n * step, c, h }))
  }
  const [onBrand = ''] = INKS.toSorted((a, b) => wcagContrast(brand, b) - wcagContrast(brand, a))
  return { brand, onBrand }
}
