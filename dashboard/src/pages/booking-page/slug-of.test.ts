import { slugOf } from './slug-of.ts'

describe('given the name of an organisation', () => {
  test.each([
    ['Riverside Clinic', 'riverside-clinic'],
    ['  Café “Zoé” & Söhne ', 'cafe-zoe-sohne'],
    [`${'x'.repeat(59)} and more`, 'x'.repeat(59)],
    ['Ab', ''],
    ['東京', ''],
  ])('when it is %j, then the slug suggested is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
})
