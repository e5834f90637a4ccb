import "./State.css"
import type { ReactNode } from "react"
import { Glyph, type GlyphShape } from "./Glyph.tsx"

/** What a colour says. `run`: under way. `unsure`: the service does not know, and says so. */
export type Tone = "ok" | "idle" | "warn" | "bad" | "unsure" | "run"

/** A state: a shape, a word and a colour, so that none of them has to be seen for the others to be understood. */
export const State = ({
  children,
  quiet = false,
  shape,
  tone
}: {
  readonly tone: Tone
  readonly shape: GlyphShape
  readonly children: ReactNode
  /** The word keeps the colour of text. */
  readonly quiet?: boolean
}) => (
  <span className={`state state-${tone}${quiet ? " state-quiet" : ""}`}>
    <Glyph shape={shape} />
    <span className="state-word">{children}</span>
  </span>
)
