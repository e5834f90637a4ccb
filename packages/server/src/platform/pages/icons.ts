import { html, Html } from "./html.ts"

/** Outlines of 24 by 24, drawn in the colour of the text beside them. */
const outlines = {
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7.5 8 6 8-6"/>',
  passkey:
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 19.5c0-3.5 2.8-6 6.5-6 1.3 0 2.5.3 3.5.8"/><circle cx="17.5" cy="13" r="2.8"/><path d="M17.5 15.8V21l1.8-1.5"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.6 7 9 4.1-1.4 7-4.7 7-9V6z"/><path d="m9 11.8 2.2 2.2 4-4.2"/>',
  key: '<circle cx="8" cy="15.5" r="4"/><path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5M13.5 10l1.5 1.5"/>',
  codes: '<rect x="4.5" y="3.5" width="15" height="17" rx="2"/><path d="M8.5 8.5h7M8.5 12h7M8.5 15.5h4"/>',
  people: '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c0-3.5 2.8-6 6.5-6s6.5 2.5 6.5 6M18.5 8v6M15.5 11h6"/>',
  person: '<circle cx="12" cy="8.5" r="4"/><path d="M4.5 20c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5"/>',
  program: '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><path d="m7.5 9.5 3 2.5-3 2.5M12.5 15h4"/>',
  check: '<circle cx="12" cy="12" r="8.5"/><path d="m8.2 12.2 2.6 2.6 5-5.4"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  barred: '<circle cx="12" cy="12" r="8.5"/><path d="m6 6 12 12"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  warning: '<path d="M12 4 2.8 19.5h18.4z"/><path d="M12 10v4.5M12 17v.2"/>'
} as const

export type IconName = keyof typeof outlines

/** An icon beside words, which screen readers skip. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${new Html(outlines[name])}</svg>`

const tones: Partial<Record<IconName, string>> = {
  check: "ok",
  clock: "warn",
  barred: "warn",
  search: "warn",
  warning: "warn"
}

/** The icon above a page's title: what the page is about, before it is read. */
export const tile = (name: IconName): Html => html`<div class="tile ${tones[name] ?? ""}">${icon(name)}</div>`
