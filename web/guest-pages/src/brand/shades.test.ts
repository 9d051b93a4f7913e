import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { shadesOf } from './brand-routes.ts'

const PAGES = { light: ['#f5f4f0', '#ffffff'], dark: ['#121614', '#1c2220'] } as const

describe('the shades of a brand colour', () => {
  test('are readable on the page and under text for any colour, in both themes', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    const property = fc.property(hex, (color) => {
      const shades = shadesOf(color)
      for (const theme of ['light', 'dark'] as const) {
        const { brand, onBrand } = shades[theme]
        expect(brand).toMatch(/^#[0-9a-f]{6}$/)
        for (const other of [...PAGES[theme], onBrand]) {
          expect([color, theme, wcagContrast(brand, other) >= 4.5]).toEqual([color, theme, true])
        }
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  test('keep a colour that is readable as it is', () => {
    expect(shadesOf('#1f5c4d').light).toEqual({ brand: '#1f5c4d', onBrand: '#ffffff' })
    expect(shadesOf('#7fcdb3').dark).toEqual({ brand: '#7fcdb3', onBrand: '#0d1412' })
  })

  test('turn yellow into a dark yellow on the light page', () => {
    const { brand } = shadesOf('#ffee00').light
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(brand.slice(at, at + 2), 16))
    expect(Math.min(red, green)).toBeGreaterThan(blue + 50)
  })
})
