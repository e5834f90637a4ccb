import "./Tabs.css"
import { Link } from "@tanstack/react-router"

/** Pages of one thing, side by side. */
export const Tabs = ({
  name,
  tabs
}: {
  readonly name: string
  readonly tabs: ReadonlyArray<{
    readonly to: string
    readonly text: string
    readonly count?: number | undefined
    /** Only this very address, not what lies below it. */
    readonly exact?: boolean
  }>
}) => (
  <nav className="tabs" aria-label={name}>
    {tabs.map((tab) => (
      <Link
        key={tab.to}
        to={tab.to}
        activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
        activeProps={{ "aria-current": "page" }}
      >
        {tab.text}
        {tab.count === undefined || tab.count === 0 ? null : <span className="tabs-count">{tab.count}</span>}
      </Link>
    ))}
  </nav>
)
