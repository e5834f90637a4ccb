import { escapeHtml } from "../platform/escapeHtml.ts"
import type { Locale } from "../platform/i18n/Locale.ts"

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

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const codeBox = (code: string) =>
  `<p style="margin:0 0 16px;padding:16px;border:1px solid #c9ced8;border-radius:8px;text-align:center;` +
  `font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`

const buttonAndLink = ({ href, label }: NonNullable<Letter["button"]>) => `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td style="border-radius:8px;background:#1f4e8c">
<a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${escapeHtml(href)}">${escapeHtml(href)}</a></p>`

const note = (text: string) => `<p style="margin:0 0 8px;font-size:14px;opacity:0.75">${escapeHtml(text)}</p>`

/** The letter as HTML: one column of 560 px, which reads without images and in a dark mailbox. */
export const asHtml = ({ button, code, heading, locale, notes, paragraphs, sender, subject }: Letter): string =>
  `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>
<td style="${font};font-size:16px;line-height:1.5;text-align:left">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${[
  ...paragraphs.map(paragraph),
  ...(code === null ? [] : [codeBox(code)]),
  ...(button === null ? [] : [buttonAndLink(button)]),
  ...notes.map(note)
].join("\n")}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #c9ced8;font-size:14px;opacity:0.75">${escapeHtml(sender)}</p>
</td>
</tr></table>
</td></tr></table>
</body>
</html>
`
