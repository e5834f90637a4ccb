import "./Tag.css"
import type { ReactNode } from "react"
import type { Tone } from "./State.tsx"

/** A word about a thing, beside its name. */
export const Tag = ({ children, tone }: { readonly children: ReactNode; readonly tone?: Tone }) => (
  <span className={`tag${tone === undefined ? "" : ` tag-${tone}`}`}>{children}</span>
)
