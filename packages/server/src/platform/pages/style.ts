import { tokensCss } from "./tokens.gen.ts"

/** Inter as the service has it: pages ask no other host. */
export const fontFace = `@font-face {
  font-family: "Inter"; src: url("/pages/inter.woff2") format("woff2"); font-weight: 100 900; font-display: swap;
}`

/** Pages that stand by themselves: mark, box, and below it where those go who are wrong here. */
const shell = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { background: var(--ground); scrollbar-color: var(--line-2) transparent; }
body {
  margin: 0; min-height: 100svh; display: grid; grid-template-rows: 1fr auto; overflow-wrap: anywhere;
  color: var(--text); font: var(--w-text) var(--t-14) var(--sans); -webkit-font-smoothing: antialiased;
  background: radial-gradient(70rem 34rem at 50% -10rem, var(--glow), transparent 72%) no-repeat;
}
.column {
  display: grid; align-content: center; justify-content: center; gap: var(--s-6);
  grid-template-columns: min(25rem, 100% - 2rem); padding: var(--s-8) 0 var(--s-12);
}
.wide .column { grid-template-columns: min(44rem, 100% - 2rem); align-content: start; }
.brand { display: flex; align-items: center; justify-content: center; gap: 0.625rem; margin: 0; font-weight: var(--w-strong); }
.brand img { display: block; max-width: min(100%, 14rem); max-height: 3rem; }
.mark {
  flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 7px;
  background: var(--accent); color: var(--on-accent); font: 650 0.9375rem/1 var(--sans);
  box-shadow: 0 0 0 1px var(--mark-edge, transparent);
}
svg.mark { padding: 0; }
.mark path, .icon :is(path, rect, circle) {
  fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round;
}
.box {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s-5); padding: var(--s-8); background: var(--raised); border: 1px solid var(--line-2);
  border-radius: 1rem; box-shadow: var(--shadow-3);
}
.box > *, form > * { min-width: 0; margin: 0; }
.head { display: grid; gap: var(--s-1); }
.tile {
  display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-bottom: var(--s-3); border-radius: var(--r-4);
  background: var(--accent-soft); color: var(--accent-text);
}
.tile .icon { width: 1.375rem; height: 1.375rem; }
.tile.ok { background: var(--ok-soft); color: var(--ok-text); }
.tile.warn { background: var(--warn-soft); color: var(--warn-text); }
h1 { margin: 0; font: var(--w-strong) 1.375rem/1.75rem var(--sans); letter-spacing: -0.018em; text-wrap: balance; hyphens: auto; }
h2 { margin: 0; font: var(--w-strong) var(--t-14) var(--sans); }
p { margin: 0; text-wrap: pretty; }
.lead { color: var(--text-2); }
.foot { margin-top: var(--s-6); text-align: center; color: var(--text-2); }
a { color: var(--accent-text); text-underline-offset: 0.2em; text-decoration-color: color-mix(in oklab, currentColor 40%, transparent); }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--r-1); }
footer { display: flex; justify-content: center; min-height: 3.5rem; padding: var(--s-4); font: var(--w-text) var(--t-12) var(--sans); }
footer a { color: var(--text-3); padding: var(--s-1) var(--s-2); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { width: 1.125rem; height: 1.125rem; flex: none; }
@media (max-width: 30rem) {
  .column { align-content: start; padding-top: var(--s-10); }
  .box { padding: min(var(--s-6), 7vw) min(var(--s-5), 6vw); }
}
@media (prefers-color-scheme: dark) {
  .brand img { padding: 0.375rem; border-radius: var(--r-3); background: var(--paper); forced-color-adjust: none; }
}
`

/** Fields, codes, buttons and whose they are. */
const forms = `
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s-4); }
.field { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s-1) var(--s-3); }
.field > * { grid-column: 1 / -1; }
label { font-weight: 520; grid-row: 1; }
.field > label:has(~ .aside) { grid-column: 1; }
.aside { grid-row: 1; grid-column: 2 !important; font: var(--w-text) var(--t-12) var(--sans); align-self: center; }
.control { position: relative; grid-row: 2; display: grid; }
.hint, .mistake, .strength { color: var(--text-3); font: var(--w-text) var(--t-12) var(--sans); }
.field > :is(.hint, .strength) { order: 2; }
.mistake { order: 1; color: var(--bad-text); }
.aside { order: 3; }
p:empty { display: none; }
input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: var(--w-text) var(--t-14) var(--sans); color: inherit;
  background: var(--input-bg); border: 1px solid var(--edge); border-radius: var(--r-3);
}
input:focus-visible { outline-offset: -1px; border-radius: var(--r-3); }
input[aria-invalid="true"]:focus-visible { box-shadow: none; outline-offset: 1px; }
input[aria-invalid="true"]:not(:focus-visible) { box-shadow: inset 0 0 0 1px var(--bad); }
input[aria-invalid="true"] { border-color: var(--bad); }
input.code { font: var(--w-strong) 1.25rem/1.5 var(--sans); letter-spacing: 0.2em; font-variant-numeric: tabular-nums; }
@media (pointer: coarse) { input { font-size: 1rem; } }
.cells { grid-template-columns: repeat(3, minmax(0, 1fr)) min(0.5rem, 2%) repeat(3, minmax(0, 1fr)); gap: min(0.5rem, 2.4%); container-type: inline-size; }
.cells input { position: absolute; inset: 0; height: 100%; opacity: 0; cursor: text; }
.cells span {
  display: grid; place-items: center; height: 3.25rem; border: 1px solid var(--edge); border-radius: var(--r-3);
  background: var(--input-bg); font: var(--w-strong) min(1.375rem, 11cqi)/1 var(--sans); font-variant-numeric: tabular-nums;
}
.cells i { place-self: center; width: 100%; height: 1px; background: var(--edge); }
.cells input[aria-invalid="true"] ~ span { border-color: var(--bad); }
.cells input:focus ~ .at { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
.cells input:focus ~ .at:empty::after { content: ""; width: 1.5px; height: 1.375rem; background: var(--accent-text); }
.revealed input { padding-inline-end: 3rem; }
.reveal { position: absolute; inset: 0 0 0 auto; width: 2.75rem; min-height: 0; padding: 0; border: 0; background: none; color: var(--text-2); }
.reveal:hover { background: none; color: var(--text); }
.reveal path:last-child { display: none; }
.reveal.shown path:last-child { display: inline; }
.strength[data-level="short"] { color: var(--text-2); }
.strength[data-level="weak"] { color: var(--warn-text); }
.strength:is([data-level="good"], [data-level="strong"]) { color: var(--ok-text); }
button, a.button {
  display: inline-flex; align-items: center; justify-content: center; gap: var(--s-2); width: 100%; min-height: 2.75rem;
  padding: 0.5rem 1rem; font: 560 var(--t-14) var(--sans); text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent-edge, transparent);
  border-radius: var(--r-3); box-shadow: var(--shadow-1); transition: background var(--fast);
}
:is(button, a.button):hover { background: var(--accent-hover); }
:is(button, a.button):focus-visible { border-radius: var(--r-3); }
:is(button, a.button).second { color: var(--text); background: var(--button-bg); border-color: var(--button-edge); }
:is(button, a.button).second:hover { background: linear-gradient(var(--hover), var(--hover)), var(--button-bg); }
button.link {
  width: auto; min-height: 1.5rem; padding: 0; color: var(--accent-text); background: none; border: 0; box-shadow: none;
  font: var(--w-text) var(--t-12) var(--sans); font-variant-numeric: tabular-nums; text-decoration: underline;
  text-underline-offset: 0.2em; text-decoration-color: color-mix(in oklab, currentColor 40%, transparent);
}
button.link:hover { background: none; text-decoration-color: currentColor; }
button:disabled { cursor: default; color: var(--text-3); text-decoration: none; }
button[aria-busy]::before {
  content: ""; width: 0.875rem; height: 0.875rem; border: 2px solid currentColor; border-inline-end-color: transparent;
  border-radius: 50%;
}
@media (prefers-reduced-motion: no-preference) {
  button[aria-busy]::before { animation: turn 0.8s linear infinite; }
  @keyframes turn { to { rotate: 1turn; } }
}
.or { display: grid; grid-template-columns: 1fr auto 1fr; gap: var(--s-3); align-items: center; color: var(--text-3); font: var(--w-text) var(--t-12) var(--sans); }
.or::before, .or::after { content: ""; height: 1px; background: var(--line-2); }
.ways { display: grid; gap: var(--s-2); }
.ways:not(:has(*)) { display: none; }
.pair { display: flex; flex-wrap: wrap; gap: var(--s-2); }
.pair > * { flex: 1 1 9rem; }
.row { display: flex; flex-wrap: wrap; gap: var(--s-1) var(--s-4); align-items: baseline; justify-content: space-between; }
.account {
  display: flex; align-items: center; gap: var(--s-2); padding: var(--s-2) 0.625rem; border: 1px solid var(--line-2);
  border-radius: var(--r-3); background: var(--sunken); font: var(--w-text) var(--t-13) var(--sans);
}
.account strong { font-weight: var(--w-text); }
.account p { flex: 1; min-width: 0; }
.account a { flex: none; }
.avatar {
  flex: none; display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 50%;
  background: var(--accent-soft); color: var(--accent-text);
}
.avatar .icon { width: 0.875rem; height: 0.875rem; }
.wrong, .caution { padding: 0.625rem 0.875rem; border: 1px solid; border-radius: var(--r-3); font: var(--w-text) var(--t-13) var(--sans); }
.wrong { background: var(--bad-soft); border-color: color-mix(in oklab, var(--bad) 45%, transparent); color: var(--bad-text); }
.wrong:focus { outline: none; }
.caution { background: var(--warn-soft); border-color: color-mix(in oklab, var(--warn) 45%, transparent); }
`

/** What pages say at length: facts, lists, codes, lines to copy. */
const prose = `
.quiet { color: var(--text-2); font: var(--w-text) var(--t-13) var(--sans); }
.small { color: var(--text-3); font: var(--w-text) var(--t-12) var(--sans); }
.facts { margin: 0; border: 1px solid var(--line-2); border-radius: var(--r-3); }
.facts dt { padding: 0.625rem 0.875rem 0; color: var(--text-3); font: var(--w-text) var(--t-12) var(--sans); }
.facts dt:not(:first-child) { border-block-start: 1px solid var(--line); }
.facts dd { margin: 0; padding: 0 0.875rem 0.125rem; }
.facts dd:last-child, .facts dd:has(+ dt) { padding-block-end: 0.625rem; }
.facts strong { font-weight: var(--w-strong); }
.facts small { display: block; color: var(--text-3); font: var(--w-text) var(--t-12) var(--sans); }
.facts ul { margin: var(--s-1) 0 0; }
ul, ol { margin: 0; padding-inline-start: 1.25rem; }
li + li { margin-block-start: var(--s-1); }
.answers { margin: 0; }
.answers dt { font-weight: var(--w-strong); }
.answers dd { margin: 0 0 var(--s-3); color: var(--text-2); }
code, .secret, .codes { font-family: var(--mono); }
code { font-size: 0.923em; }
.secret { font-size: 0.8125rem; text-align: center; }
.line, .secret { display: block; padding: 0.625rem 0.875rem; border: 1px solid var(--line-2); border-radius: var(--r-3); background: var(--sunken); user-select: all; }
details { border-block-start: 1px solid var(--line); padding-block-start: var(--s-3); }
summary { cursor: pointer; padding: var(--s-1) 0; color: var(--accent-text); }
details[open] summary { margin-block-end: var(--s-3); }
.codes {
  overflow-wrap: normal;   display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); gap: var(--s-1) var(--s-4); list-style: none;
  padding: var(--s-3) min(var(--s-4), 4%); border: 1px solid var(--line-2); border-radius: var(--r-3); background: var(--sunken);
  font-size: 0.9375rem; line-height: 1.75; text-align: center;
}
.codes li { margin: 0; }
.qr { display: block; width: min(12.5rem, 100%); justify-self: center; background: var(--paper); border: 1px solid var(--line-2); border-radius: var(--r-3); forced-color-adjust: none; }
article + article { border-block-start: 1px solid var(--line); padding-block-start: var(--s-4); }
article > * + * { margin-block-start: var(--s-2); }
@media print { header, footer, button, a.button, .unprinted { display: none !important; } .box { box-shadow: none; border: 0; padding: 0; } }
`

/** The style of every page. A theme sets the accent's colours. */
export const style = `${tokensCss}\n${fontFace}${shell}${forms}${prose}`
