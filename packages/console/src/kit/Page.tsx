import "./Page.css"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect } from "react"
import { useWords } from "../i18n/words.ts"
import { kitWords } from "./kitWords.ts"
import { visible } from "./visible.ts"
import { usePageParts } from "./pageParts.ts"

export interface Crumb {
  readonly text: string
  readonly to?: string
}

/** Says where the window is: thing, place, organisation. */
export const usePageTitle = (...parts: ReadonlyArray<string>): void => {
  const { firing, organisation } = usePageParts()
  const title = [...parts, organisation]
    .map(visible)
    .filter((part) => part !== "")
    .join(" – ")
  useEffect(() => {
    document.title = firing > 0 ? `▲ ${firing} ${title}` : title
  }, [firing, title])
}

/** Gives the focus to the heading of a page that was gone to, so that it is read out. Not over a field that took it. */
export const focusHeading = (): void => {
  const at = document.activeElement
  if (at === null || at === document.body || at.closest("nav, table") !== null)
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })
}

/** The heading of a page: it takes the focus when the page is new. */
export const PageHeading = ({
  children,
  hidden = false
}: {
  readonly children: ReactNode
  readonly hidden?: boolean
}) => {
  useEffect(focusHeading, [])
  return (
    <h1 tabIndex={-1} className={hidden ? "visually-hidden" : undefined}>
      {children}
    </h1>
  )
}

/** The bar at the top of a page: where it is, and what can be done with it. */
export const PageHead = ({ acts, crumbs }: { readonly crumbs: ReadonlyArray<Crumb>; readonly acts?: ReactNode }) => {
  const t = useWords(kitWords)
  const parts = usePageParts()
  return (
    <header className="page-head">
      <nav aria-label={t.breadcrumb} className="page-crumbs">
        <ol>
          {crumbs.map((crumb, index) => (
            <li key={crumb.text} aria-current={index === crumbs.length - 1 ? "page" : undefined}>
              {crumb.to === undefined ? (
                <bdi>{visible(crumb.text)}</bdi>
              ) : (
                <Link to={crumb.to} activeOptions={{ exact: true }}>
                  <bdi>{visible(crumb.text)}</bdi>
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <div className="page-acts">
        {parts.acts}
        {acts}
      </div>
    </header>
  )
}

/** A whole page: its bar and its content. */
export const Page = ({
  acts,
  children,
  crumbs,
  flush = false
}: {
  readonly crumbs: ReadonlyArray<Crumb>
  readonly acts?: ReactNode
  readonly children: ReactNode
  /** The content reaches the edges of the sheet. */
  readonly flush?: boolean
}) => {
  usePageTitle(...crumbs.map(({ text }) => text).toReversed())
  return (
    <>
      <PageHead crumbs={crumbs} acts={acts} />
      <main id="content" className={flush ? "page page-flush" : "page"}>
        {children}
      </main>
    </>
  )
}
