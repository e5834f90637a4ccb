import "./Note.css"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"
import { type IconType, Info, TriangleAlert } from "./icons.ts"
import type { Tone } from "./State.tsx"

/** A sentence that the page needs to be read by, with what to do about it. */
export const Note = ({
  acts,
  children,
  icon,
  live = false,
  tone = "idle"
}: {
  readonly tone?: Tone
  readonly icon?: IconType
  readonly children: ReactNode
  readonly acts?: ReactNode
  /** It came while the page was open: assistive technology says it once. */
  readonly live?: boolean
}) => (
  <div className={`note note-${tone}`} role={live ? "status" : undefined}>
    <Icon of={icon ?? (tone === "bad" || tone === "warn" ? TriangleAlert : Info)} />
    <div className="note-text">{children}</div>
    {acts === undefined ? null : <div className="note-acts">{acts}</div>}
  </div>
)
