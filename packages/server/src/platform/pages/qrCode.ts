import { encode } from "uqr"
import { html, type Html } from "./html.ts"

/** The dark modules of a row as rectangles, one for each run of them. */
const runs = (row: ReadonlyArray<boolean>, y: number): ReadonlyArray<string> =>
  row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1] === true) return []
    const end = row.indexOf(false, x)
    const length = (end === -1 ? row.length : end) - x
    return [`M${x} ${y}h${length}v1h-${length}z`]
  })

/** A text as a QR code: black on white in every scheme, with a name for those who cannot see it. */
export const qrCode = (text: string, name: string): Html => {
  const { data, size } = encode(text.toWellFormed(), { border: 3 })
  return html`<svg
    class="qr"
    role="img"
    aria-label="${name}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${size}v${size}h-${size}z" />
    <path fill="#000" d="${data.flatMap(runs).join("")}" />
  </svg>`
}
