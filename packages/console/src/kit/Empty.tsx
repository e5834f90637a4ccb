import "./Empty.css"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"
import type { IconType } from "./icons.ts"

/** Nothing to show, why, and what to do about it. */
export const Empty = ({
  act,
  children,
  icon,
  title
}: {
  readonly icon?: IconType
  readonly title: string
  readonly children?: ReactNode
  readonly act?: ReactNode
}) => (
  <div className="empty">
    {icon === undefined ? null : (
      <span className="empty-icon">
        <Icon of={icon} size={20} />
      </span>
    )}
    <p className="empty-title">{title}</p>
    {children === undefined ? null : <div className="empty-text">{children}</div>}
    {act === undefined ? null : <div className="empty-act">{act}</div>}
  </div>
)
