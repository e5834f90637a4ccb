import { fontFace } from "../style.ts"
import { tokensCss } from "../tokens.gen.ts"

/** The style of the reference page: light and dark, readable at any width, no network. */
export const referenceStyle = `${tokensCss}
${fontFace}
* { box-sizing: border-box }
body { margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr); background: var(--panel); color: var(--text);
  font: var(--w-text) 1rem/1.55 var(--sans) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; border-right: 1px solid var(--line);
  font-size: .875rem }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 }
nav li { padding: .125rem 0 }
nav a { overflow-wrap: anywhere }
main { padding: 2rem; max-width: 60rem }
section { margin-top: 3rem }
article { margin: 2rem 0; padding-top: 1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.25rem 0 .5rem }
h2 { font-size: 1.125rem; overflow-wrap: anywhere }
h3 { font-size: .9375rem }
[aria-current] { font-weight: var(--w-strong) }
nav ul ul { padding-left: .75rem }
.index { margin-top: 2rem }
.index ul { list-style: none; padding: 0; margin: 0 }
.index li { padding: .25rem 0; overflow-wrap: anywhere; scroll-margin-top: 1rem }
form label { display: block; font-weight: var(--w-strong) }
form input { font: inherit; width: 100%; max-width: 32rem; padding: .5rem .75rem; margin-top: .25rem; color: inherit;
  background: var(--input-bg); border: 1px solid var(--edge); border-radius: var(--r-2) }
form input:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px }
a { color: var(--accent-text) }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
small { color: var(--text-2) }
code, pre { font: .875em/1.5 var(--mono) }
pre { background: var(--sunken); border: 1px solid var(--line-2); border-radius: var(--r-3); padding: .75rem; overflow: auto }
table { width: 100%; border-collapse: collapse; margin: .75rem 0; font-size: .875rem }
caption { text-align: left; color: var(--text-2); padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .375rem .5rem; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere }
tbody th { font-weight: 400 }
summary { cursor: pointer; padding: .25rem 0 }
li a + a { margin-left: .5rem }
.method { font: 600 .75rem/1 var(--mono); padding: .125rem .375rem; border: 1px solid currentColor;
  border-radius: 4px }
a .method { display: inline-block; margin-right: .25rem }
.method.get { color: var(--ok-text) }
.method.post { color: var(--accent-text) }
.method.put, .method.patch { color: var(--warn-text) }
.method.delete { color: var(--bad-text) }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem; z-index: 1 }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto; max-height: 13rem; border-right: 0;
  border-bottom: 1px solid var(--line) } main { padding: 1rem } }
@media print { nav { display: none } body { display: block } }
`
