import { StyleClasses } from '../tools/finish-pages.ts'

describe('a page with style attributes', () => {
  test('gets one class for each distinct style, beside its existing classes', () => {
    const classes = new StyleClasses()
    const html = classes.replaceIn(
      '<svg class="icon" style="--size: 1em"><path d="M1"/></svg><b style="--size: 1em">x</b><i style="color: red">y</i>',
    )
    expect(html).toBe('<svg class="icon i-0"><path d="M1"/></svg><b class="i-0">x</b><i class="i-1">y</i>')
    expect(classes.sheet()).toBe('.i-0{--size: 1em}\n.i-1{color: red}')
  })

  test('keeps text and other attributes that look like a style attribute', () => {
    const html = '<code data-code=\'<b style="a">\'>&lt;b style="a"&gt; style="b"</code>'
    expect(new StyleClasses().replaceIn(html)).toBe(html)
  })

  test('loses a style of display: none, so that the element is visible at once', () => {
    expect(new StyleClasses().replaceIn('<kbd class="key" style="display: none;">K</kbd>')).toBe(
      '<kbd class="key">K</kbd>',
    )
  })

  test('has its style sheet select code by class instead of by style attribute', () => {
    const css = ".ec-line :where(span[style^='--']:not([class])){color:var(--0)}"
    expect(new StyleClasses().adaptSheet(css)).toBe('.ec-line :where(span[class^=i-]){color:var(--0)}')
  })
})
