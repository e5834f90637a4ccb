import { escapeHtml } from "../platform/escapeHtml.ts"
import type { Locale } from "../platform/i18n/Locale.ts"
import { initialOf } from "../platform/pages/mark.ts"
import { themeOf } from "../platform/pages/Theme.ts"
import { intents } from "../platform/pages/tokens.gen.ts"

/** A default mail before it is set as text and as HTML. */
export interface Letter {
  readonly locale: Locale
  readonly subject: string
  readonly heading: string
  readonly paragraphs: ReadonlyArray<string>
  readonly button: { readonly label: string; readonly href: string } | null
  readonly code: string | null
  /** Small print: how long it is valid, and what to do if it was not asked for. */
  readonly notes: ReadonlyArray<string>
  /** Whom it comes from. */
  readonly sender: string
}

/** The letter as plain text. */
export const asText = ({ button, code, heading, notes, paragraphs, sender }: Letter): string =>
  [
    heading,
    ...paragraphs,
    ...(code === null ? [] : [`    ${code}`]),
    ...(button === null ? [] : [`${button.label}:\n${button.href}`]),
    ...notes,
    `-- \n${sender}`
  ].join("\n\n") + "\n"

/** The colours of a letter in one scheme. */
const coloursOf = (accent: string | null, scheme: "light" | "dark") => {
  const theme = themeOf(accent)?.[scheme]
  const on = intents[scheme]
  return {
    ground: on.ground,
    card: on.raised,
    line: on["line-2"],
    text: on.text,
    quiet: on["text-2"],
    well: on.sunken,
    accent: theme?.accent ?? on.accent,
    onAccent: theme?.onAccent ?? on["on-accent"],
    // What a pale accent would lose against the card.
    edge: theme === undefined || theme.standsOut ? (theme?.accent ?? on.accent) : on.edge,
    link: theme?.link ?? on["accent-text"]
  }
}

type Colours = ReturnType<typeof coloursOf>

const font = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** What a mailbox in the dark sets instead of the colours that stand at each part. */
const inTheDark = (dark: Colours): string =>
  `@media (prefers-color-scheme:dark){` +
  `.ground{background:${dark.ground}!important}` +
  `.card{background:${dark.card}!important;border-color:${dark.line}!important;color:${dark.text}!important}` +
  `.text{color:${dark.text}!important}.quiet{color:${dark.quiet}!important}.link{color:${dark.link}!important}` +
  `.well{background:${dark.well}!important;border-color:${dark.line}!important;color:${dark.text}!important}` +
  `.accent{background:${dark.accent}!important;border-color:${dark.edge}!important;color:${dark.onAccent}!important}}`

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const codeBox = (code: string, { line, text, well }: Colours) =>
  `<p class="well" style="margin:0 0 16px;padding:16px;border:1px solid ${line};border-radius:8px;background:${well};` +
  `color:${text};text-align:center;font-weight:600;font-size:28px;line-height:34px;letter-spacing:6px">${escapeHtml(code)}</p>`

const buttonAndLink = ({ href, label }: NonNullable<Letter["button"]>, { accent, edge, link, onAccent }: Colours) => `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td class="accent" style="border:1px solid ${edge};border-radius:8px;background:${accent}">
<a class="accent" href="${escapeHtml(href)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font-size:12px;line-height:18px;word-break:break-all"><a class="link" href="${escapeHtml(href)}" style="color:${link}">${escapeHtml(href)}</a></p>`

const note = (text: string, { quiet }: Colours) =>
  `<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:20px;color:${quiet}">${escapeHtml(text)}</p>`

/** The sender's mark and name: a mark that needs no image. */
const brand = (sender: string, { accent, edge, onAccent, text }: Colours) => `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 auto 20px"><tr>
<td class="accent" width="28" height="28" align="center" style="border:1px solid ${edge};border-radius:7px;background:${accent};color:${onAccent};font-weight:700;font-size:15px;line-height:28px">${escapeHtml(initialOf(sender))}</td>
<td class="text" style="padding-left:10px;font-weight:600;color:${text}">${escapeHtml(sender)}</td>
</tr></table>`

/**
 * The letter as HTML in the sender's look: one column of 520 px, which reads without images and in a dark mailbox. The
 * accent is written #rrggbb; null is the platform's own.
 */
export const asHtml = (
  { button, code, heading, locale, notes, paragraphs, sender, subject }: Letter,
  accent: string | null
): string => {
  const light = coloursOf(accent, "light")
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${inTheDark(coloursOf(accent, "dark"))}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="ground" align="center" style="padding:32px 16px;background:${light.ground};${font};font-size:15px;line-height:23px">
${brand(sender, light)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr>
<td class="card" style="padding:32px 28px 24px;border:1px solid ${light.line};border-radius:16px;background:${light.card};color:${light.text};text-align:left">
<h1 style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.01em">${escapeHtml(heading)}</h1>
${[
  ...paragraphs.map(paragraph),
  ...(code === null ? [] : [codeBox(code, light)]),
  ...(button === null ? [] : [buttonAndLink(button, light)]),
  ...notes.map((text) => note(text, light))
].join("\n")}
</td>
</tr></table>
</td></tr></table>
</body>
</html>
`
}
