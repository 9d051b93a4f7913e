import { StyleClasses } from '../tools/style-classes.ts'

describe('given a page with style attributes', () => {
  test('when they are replaced, then each style is one class, beside those that there are', () => {
    const classes = new StyleClasses()
    const html = classes.replaceIn(
      '<svg class="icon" style="--size: 1em"><path d="M1"/></svg><b style="--size: 1em">x</b><i style="color: red">y</i>',
    )
    expect(html).toBe('<svg class="icon i-0"><path d="M1"/></svg><b class="i-0">x</b><i class="i-1">y</i>')
    expect(classes.sheet()).toBe('.i-0{--size: 1em}\n.i-1{color: red}')
  })

  test('when text or another attribute looks like one, then it stays', () => {
    const html = '<code data-code=\'<b style="a">\'>&lt;b style="a"&gt; style="b"</code>'
    expect(new StyleClasses().replaceIn(html)).toBe(html)
  })

  test('when a script shows later what is hidden by its style, then it is shown at once', () => {
    expect(new StyleClasses().replaceIn('<kbd class="key" style="display: none;">K</kbd>')).toBe(
      '<kbd class="key">K</kbd>',
    )
  })

  test('when a style sheet finds the words of code by their attribute, then it finds them by their class', () => {
    const css = ".ec-line :where(span[style^='--']:not([class])){color:var(--0)}"
    expect(new StyleClasses().adaptSheet(css)).toBe('.ec-line :where(span[class^=i-]){color:var(--0)}')
  })
})
