import { MAX_MESSAGE_CHARACTERS } from '@usher/contracts'
import fc from 'fast-check'
import { faultsIn } from './check-template.ts'
import { contentFrom } from './content.ts'
import { render } from './render.ts'
import { VARIABLES } from './variables.ts'

const VALUES = { guest_name: 'Ada', queue_name: 'Bistro', position: 3, status_url: 'https://usher.test/w/x' }

const HOSTILE = [
  '{% for i in (1..100000000) %}x{% endfor %}',
  '{% tablerow i in (1..100000000) %}x{% endtablerow %}',
  '{{ (1..100000000) }}',
  '{{ (1..9999) }}',
  '{{ (-9007199254740991..9007199254740991) }}',
  '{% include "/etc/passwd" %}',
  '{% render "../../package.json" %}',
  '{% layout "/proc/self/environ" %}',
  '{% assign a = "x" %}{% assign a = a | append: a %}',
  '{% capture a %}x{% endcapture %}',
  '{% increment a %}',
  '{% liquid echo guest_name %}',
  '{{ "%999999999d" | date: "%999999999d" }}',
  '{{ guest_name | replace: "A", guest_name }}',
  '{{ guest_name | where: "constructor" }}',
  '{{ guest_name.constructor.constructor }}',
  '{{ __proto__.toString }}{{ constructor }}{{ guest_name["__proto__"] }}',
  '{{ process.env.SECRET_KEYS }}{{ globalThis }}{{ this }}',
  '{% if %}',
  '{% if guest_name %}'.repeat(80),
  '{% endif %}',
  '{{',
  '{%',
  '{{ guest_name | truncate: 1e308, guest_name }}',
  '{{ "x" | round: 400 }}{{ 1 | at_most: "y" }}',
  `{{ guest_name ${'| append: status_url '.repeat(70)} }}`,
  `{{ guest_name${'.x'.repeat(700)} }}`,
  `{{ ${'['.repeat(700)} }}`,
  `{% raw %}${'{{'.repeat(600)}`,
  '\u0000\uD800{{ guest_name }}',
]

/** Milliseconds of a processor: far more than any template takes, far less than a hang. */
const SOON_MS = 10_000

function mustBeHarmless(template: string): void {
  const before = process.cpuUsage()
  for (const { message, code } of faultsIn('/text', template, VARIABLES)) {
    expect(['invalid_template', 'unknown_variable']).toContain(code)
    expect(message).not.toMatch(/root:|node_modules|at Object|\n/)
  }
  const rendered = render(template, VALUES)
  if ('text' in rendered) {
    expect(rendered.text.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS)
    expect(rendered.text).not.toMatch(/function |native code|\[object/)
  } else {
    expect(rendered.reason).not.toBe('')
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(SOON_MS)
}

describe('a hostile template', () => {
  test.each(HOSTILE)('%j neither throws nor hangs, and leaks nothing', (template) => {
    mustBeHarmless(template)
  })

  test('any mix of Liquid fragments neither throws nor hangs, and leaks nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...HOSTILE,
        '{{ ',
        ' }}',
        '{% ',
        ' %}',
        '{%- ',
        ' -%}',
        'if ',
        'else',
        'endif',
        'case ',
      ),
      fc.constantFrom(
        'when ',
        'endcase',
        'unless ',
        '| ',
        'append: ',
        'truncate: ',
        '"',
        "'",
        '..',
        '(',
        ')',
      ),
      fc.constantFrom(
        ...VARIABLES,
        'contains ',
        '== ',
        'and ',
        '[',
        ']',
        '.size',
        'raw',
        'endraw',
        'comment',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.integer().map(String),
    )
    const template = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(template, mustBeHarmless), { numRuns: 1_000 })
  })

  test('a valid template renders for any values', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (values) => {
        const template =
          '{% if guest_name %}{{ guest_name | upcase | truncate: 9 }}{% endif %} {{ position }}'
        expect(render(template, values)).toHaveProperty('text')
      }),
    )
  })
})

describe('a template that is saved', () => {
  test('is refused with line and column for each unknown variable', () => {
    const template = 'Hi {{ guest_name }},\n  {% if colour %}{{ guest_nmae | upcase }}{% endif %}'
    expect(faultsIn('/text', template, VARIABLES)).toEqual([
      expect.objectContaining({
        pointer: '/text',
        message: expect.stringMatching(/^line 2, column \d+: "colour"/),
      }),
      expect.objectContaining({ message: expect.stringMatching(/^line 2, column \d+: "guest_nmae"/) }),
    ])
  })

  test.each([
    ['{{ guest_name', 'line 1, column 1: output "{{ guest_name" not closed'],
    ['Hi\n{% for x in y %}{% endfor %}', 'line 2, column 1: tag "for" not found'],
    ['{{ guest_name | base64_encode }}', 'line 1, column 1: undefined filter: base64_encode'],
  ])('%j is refused with: %s', (template, message) => {
    expect(faultsIn('/text', template, VARIABLES)).toEqual([
      { pointer: '/text', message, code: 'invalid_template' },
    ])
  })

  test('with only known variables, tags and filters is accepted and renders', () => {
    const template =
      '{% if position == 1 %}{{ guest_name | upcase }}{% else %}{{ position | minus: 1 }}{% endif %}'
    expect(faultsIn('/text', template, VARIABLES)).toEqual([])
    expect(render(template, VALUES)).toEqual({ text: '2' })
  })

  test('gives a reason in place of a message when its text is empty or longer than 1530 characters', () => {
    const of = (text: string) =>
      contentFrom({ locale: 'en', id: 'tpl_x', subject: '', text }, { ...VALUES, queue_name: null })
    expect(of('{{ queue_name }}')).toEqual({ reason: expect.stringContaining('comes to nothing') })
    expect(of('{{ (1..1000) }}')).toEqual({ reason: expect.stringContaining('more than 1530') })
    expect(of('Hi')).toMatchObject({ content: { text: 'Hi', subject: 'A message for you' } })
  })
})
