import type { ReactNode } from "react"

/** Shapes that differ without colour. */
export type GlyphShape =
  | "circle"
  | "ring"
  | "dashed"
  | "triangle"
  | "diamond"
  | "diamond-hollow"
  | "arc"
  | "check"
  | "cross"
  | "barred"
  | "square"
  | "clock"

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.75, strokeLinecap: "round" } as const

const shapes: Readonly<Record<GlyphShape, ReactNode>> = {
  circle: <circle cx="6" cy="6" r="4.25" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="4" {...stroke} />,
  dashed: <circle cx="6" cy="6" r="4.25" {...stroke} strokeDasharray="1.6 2.85" />,
  triangle: <path d="M6 1.4 11.2 10.5H.8z" fill="currentColor" />,
  diamond: <path d="m6 .8 5.2 5.2L6 11.2.8 6z" fill="currentColor" />,
  "diamond-hollow": <path d="m6 1.7 4.3 4.3L6 10.3 1.7 6z" {...stroke} strokeWidth={1.5} />,
  arc: (
    <>
      <circle cx="6" cy="6" r="4.25" {...stroke} opacity={0.3} />
      <path d="M6 1.75A4.25 4.25 0 1 1 1.75 6" {...stroke} />
    </>
  ),
  check: <path d="m2 6.5 2.75 2.75L10 3.25" {...stroke} strokeLinejoin="round" />,
  cross: <path d="m2.75 2.75 6.5 6.5m0-6.5-6.5 6.5" {...stroke} />,
  barred: (
    <>
      <circle cx="6" cy="6" r="4.25" {...stroke} />
      <path d="m3.2 8.8 5.6-5.6" {...stroke} />
    </>
  ),
  square: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" fill="currentColor" />,
  clock: (
    <>
      <circle cx="6" cy="6" r="4.5" {...stroke} strokeWidth={1.4} />
      <path d="M6 3.6V6l1.6 1.2" {...stroke} strokeWidth={1.4} />
    </>
  )
}

export const Glyph = ({ shape }: { readonly shape: GlyphShape }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
    {shapes[shape]}
  </svg>
)
