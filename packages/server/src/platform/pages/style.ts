/** What text stands on, and its own colour: accents are measured against them. */
export const cardColours = { light: "#ffffff", dark: "#1e2127" }
export const inkColours = { light: "#1b1e24", dark: "#eceef2" }

/** The style of every page: one narrow column, light and dark, `--accent` and `--on-accent` set by a theme. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f8, #14161a);
  --card: light-dark(${cardColours.light}, ${cardColours.dark});
  --ink: light-dark(${inkColours.light}, ${inkColours.dark});
  --quiet: light-dark(#565d6b, #a9b0be);
  --line: light-dark(#7d8594, #7b8392);
  --edge-soft: light-dark(#e4e7ec, #333842);
  --accent: light-dark(#1f4e8c, #8ab8f5);
  --on-accent: light-dark(#ffffff, #10151c);
  --wrong: light-dark(#a3161d, #ff9b94);
  --wrong-ground: light-dark(#fdf2f2, #33211f);
  --caution: light-dark(#b7791f, #d9a441);
  --caution-ground: light-dark(#fff8e8, #2e281b);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: min(4vh, 3rem) min(1rem, 5vw);
  background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header, main, footer { width: 100%; max-width: 26rem; }
.wide :is(header, main, footer) { max-width: 42rem; }
.brand { margin: 0 0 1rem; font-weight: 600; font-size: 1.05rem; }
.brand img { display: block; max-width: min(100%, 14rem); max-height: 3.5rem; }
@media (prefers-color-scheme: dark) {
  .brand img { padding: 0.375rem; border-radius: 0.5rem; background: #fff; forced-color-adjust: none; }
}
main { background: var(--card); border-radius: 0.75rem; padding: 1.75rem; box-shadow: 0 1px 3px rgb(0 0 0 / 0.16); }
@media (max-width: 26rem) { main { padding: min(1.25rem, 6vw); } }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; }
p { margin: 0 0 1rem; text-wrap: pretty; }
p:empty { margin: 0; }
form { margin: 0 0 1rem; }
main > :last-child, form > :last-child { margin-bottom: 0; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
.hint, .mistake { margin: 0 0 0.375rem; font-size: 0.9rem; }
.hint { color: var(--quiet); }
.mistake { color: var(--wrong); font-weight: 600; }
input {
  width: 100%; min-height: 2.75rem; margin: 0 0 1rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem;
}
input.code { font-size: 1.35rem; letter-spacing: 0.3em; font-variant-numeric: tabular-nums; }
.account { padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--ground); }
input[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; }
button, a.button {
  display: block; width: 100%; min-height: 2.75rem; padding: 0.6rem 1rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; border-radius: 0.5rem; border: 1px solid var(--edge, var(--accent));
  background: var(--accent); color: var(--on-accent);
}
button:hover, a.button:hover { text-decoration: underline; text-underline-offset: 0.2em; }
button.second, a.button.second { background: transparent; color: var(--ink); border-color: var(--line); }
a { color: var(--link, var(--accent)); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.wrong {
  padding: 0.625rem 0.875rem; margin: 0 0 1rem; border: 1px solid var(--wrong); border-inline-start-width: 4px;
  border-radius: 0.5rem; background: var(--wrong-ground); color: var(--wrong); font-weight: 600;
}
.wrong:focus { outline: none; }
.caution {
  padding: 0.625rem 0.875rem; margin: 0 0 1rem; border: 1px solid var(--caution); border-inline-start-width: 4px;
  border-radius: 0.5rem; background: var(--caution-ground);
}
.facts { margin: 0 0 1rem; border-block: 1px solid var(--edge-soft); }
.facts dt { padding-block-start: 0.75rem; border-block-start: 1px solid var(--edge-soft); color: var(--quiet); font-size: 0.9rem; }
.facts dt:first-child { border-block-start: 0; }
.facts dd { margin: 0; padding-block-end: 0.125rem; }
.facts dd:last-child, .facts dd:has(+ dt) { padding-block-end: 0.75rem; }
.facts small { display: block; color: var(--quiet); font-size: 0.9rem; }
.facts ul { margin: 0.25rem 0 0; }
ul, ol { margin: 0 0 1rem; padding-inline-start: 1.25rem; }
li + li { margin-block-start: 0.25rem; }
.answers { margin: 0 0 1rem; }
.answers dt { font-weight: 600; }
.answers dd { margin: 0 0 0.75rem; color: var(--quiet); }
code { font: 0.9em/1.5 ui-monospace, Menlo, Consolas, monospace; }
.line { display: block; padding: 0.625rem 0.875rem; border-radius: 0.5rem; background: var(--ground); user-select: all; }
details { margin: 0 0 1rem; }
summary { cursor: pointer; padding: 0.65rem 0; }
details[open] summary { margin-bottom: 0.5rem; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
.codes { columns: 2 8rem; list-style: none; margin: 0 0 1rem; padding: 0; font: 1.05rem/1.8 ui-monospace, Menlo, Consolas, monospace; }
.secret { font-family: ui-monospace, Menlo, Consolas, monospace; }
.qr { display: block; width: min(12rem, 100%); margin: 0 auto 1rem; background: #fff; border-radius: 0.5rem; forced-color-adjust: none; }
footer { margin-top: 1rem; font-size: 0.9rem; text-align: center; }
footer a { color: var(--quiet); }
@media print { footer, button, a.button, .unprinted { display: none; } main { box-shadow: none; padding: 0; } }
`
