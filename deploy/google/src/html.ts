/** Escapes text for HTML and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole page; `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #202124 }
main.card { max-width: 28rem; margin: 3rem auto; padding: 2rem; border: 1px solid #dadce0; border-radius: 8px }
button { font: inherit; padding: .4rem 1rem; border: 1px solid #747775; border-radius: 6px; background: #fff; cursor: pointer }
button.primary { background: #0b57d0; color: #fff; border-color: #0b57d0 }
input, select { font: inherit; padding: .3rem; max-width: 100% }
fieldset { border: 0; padding: 0; margin: 1rem 0 }
label { display: block; padding: .15rem 0 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid #e0e0e0; vertical-align: top }
form.inline { display: inline }
.note { color: #5f6368; font-size: .9rem }
</style>
</head>
<body>
${body}
</body>
</html>
`
}
