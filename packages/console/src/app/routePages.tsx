import "./Shell.css"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useWords } from "../i18n/words.ts"
import { buttonClass } from "../kit/Button.tsx"
import { Page, PageHeading, usePageTitle } from "../kit/Page.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import { Alone } from "../session/Alone.tsx"
import { shellWords } from "./shellWords.ts"

/** An address that names nothing. */
export const NotFoundPage = (): ReactNode => {
  const t = useWords(shellWords)
  usePageTitle(t.notFound)
  return (
    <Alone>
      <PageHeading>{t.notFound}</PageHeading>
      <p className="text-2">{t.notFoundHint}</p>
      <Link to="/" className={buttonClass({ kind: "primary" })}>
        {t.goHome}
      </Link>
    </Alone>
  )
}

/** A page whose file is on its way. */
export const RoutePending = (): ReactNode => <Skeleton height={8} />

/** A page that failed as a whole. What fails in a part stays in the part. */
export const RouteFailed = ({ error, reset }: { readonly error: unknown; readonly reset: () => void }): ReactNode => {
  const t = useWords(shellWords)
  return (
    <Page crumbs={[{ text: t.pageFailed }]}>
      <PageHeading>{t.pageFailed}</PageHeading>
      <Problem error={error} onRetry={reset} />
    </Page>
  )
}
