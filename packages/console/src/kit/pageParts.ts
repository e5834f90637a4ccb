import { createContext, type ReactNode, use } from "react"

/** What the shell adds to the head of every page. */
export interface PageParts {
  readonly organisation: string
  /** Alerts that fire: they stand in the title of the window. */
  readonly firing: number
  /** At the end of the head, before the page's own acts. */
  readonly acts: ReactNode
}

export const PagePartsContext = createContext<PageParts>({ organisation: "", firing: 0, acts: null })
export const usePageParts = () => use(PagePartsContext)
