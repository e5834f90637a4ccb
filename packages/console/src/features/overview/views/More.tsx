import { Link } from "@tanstack/react-router"
import { Icon } from "../../../kit/Icon.tsx"
import { ChevronRight } from "../../../kit/icons.ts"

/** Where all of what a card shows a part of is. */
export const More = ({ text, to }: { readonly text: string; readonly to: "/robots" | "/jobs" | "/activity" }) => (
  <Link to={to} className="overview-link">
    {text}
    <Icon of={ChevronRight} size={14} />
  </Link>
)
