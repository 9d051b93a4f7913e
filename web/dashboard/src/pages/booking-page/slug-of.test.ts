import { slugOf } from './page.tsx'

describe('the slug suggested for an organisation', () => {
  test.each([
    ['Riverside Clinic', 'riverside-clinic'],
    ['  Café “Zoé” & Söhne ', 'cafe-zoe-sohne'],
    [`${'x'.repeat(59)} and more`, 'x'.repeat(59)],
    ['Ab', ''],
    ['東京', ''],
  ])('is made from the name %j as %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
})
