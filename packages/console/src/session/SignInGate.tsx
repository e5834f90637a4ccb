import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { Skeleton } from "../kit/Skeleton.tsx"
import { mayStartByItself, signedInAtLast, startSignIn } from "./signIn.ts"
import type { Why } from "./SignedOut.tsx"
import { keepsAnything } from "./tabStorage.ts"
import { loadSession, useIsAnothers, useSession, useWasEnded } from "./useSession.ts"

const SignedOut = lazy(() => import("./SignedOut.tsx"))

/** Sends who is not signed in to the portal, and shows the page otherwise. */
export const SignInGate = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const session = useSession()
  const ended = useWasEnded()
  const isAnothers = useIsAnothers()
  const [error, setError] = useState<unknown>(null)
  const [isKept] = useState(keepsAnything)
  // A session that was there and is not any more leaves the page as it is, under a dialog.
  const goes = session === null && !ended && isKept && !isAnothers
  const [chosen] = useState(() => !mayStartByItself())
  useEffect(() => void loadSession().catch(setError), [])
  useEffect(() => {
    if (goes && !chosen) startSignIn().catch(setError)
    if (session) signedInAtLast()
  }, [goes, chosen, session])

  const instead = (why: Why) => (
    <Suspense fallback={null}>
      <SignedOut why={why} error={error} />
    </Suspense>
  )
  if (isAnothers) return instead("anothers")
  if (session || ended) return children
  if (error !== null) return instead("failed")
  if (session === undefined) return <Skeleton height={8} />
  if (!isKept) return instead("forbidden")
  return instead(chosen ? "waits" : "going")
}
