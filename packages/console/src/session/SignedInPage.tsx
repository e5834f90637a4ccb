import { FleetError } from "@fleet/sdk"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Foreign } from "../kit/Foreign.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Acts, Alone, UnderWay } from "./Alone.tsx"
import { fleet } from "./client.ts"
import { gateWords } from "./gateWords.ts"
import { signedInAtLast, takeWanted } from "./signIn.ts"
import { loadSession } from "./useSession.ts"

/** A code works once: React may run an effect twice, the sign-in runs once. */
let completing: Promise<void> | undefined
const complete = () =>
  (completing ??= fleet.auth.completePortalSignIn(location.href).then(() => {
    signedInAtLast()
  }))

/** What the portal answered in place of a code, as it stood in the address. */
const refusalIn = (query: string): string | null => {
  const given = new URLSearchParams(query)
  return given.has("code") ? null : (given.get("error_description") ?? given.get("error"))
}

/** Where the portal sends the browser back to. The code leaves the address at once. */
export const SignedInPage = (): ReactNode => {
  const t = useWords(gateWords)
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const [refusal] = useState(() => refusalIn(location.search))
  useEffect(() => {
    const done = complete()
    history.replaceState(history.state, "", "/signed-in")
    done.then(
      () => navigate({ to: takeWanted(), replace: true }),
      async (problem: unknown) => {
        // The page was opened again after the sign-in had succeeded.
        if ((await loadSession().catch(() => null)) !== null) await navigate({ to: takeWanted(), replace: true })
        else setError(problem)
      }
    )
  }, [navigate])
  if (error === null) return <UnderWay>{t.completing}</UnderWay>
  if (refusal !== null)
    return (
      <Alone>
        <h1>{t.refused}</h1>
        <p className="text-2">{t.refusedHint}</p>
        <p>
          <Foreign>{refusal}</Foreign>
        </p>
        <Acts />
      </Alone>
    )
  const isInterrupted = FleetError.is(error) && error.code === "sign_in_interrupted"
  return (
    <Alone>
      <h1>{t.interrupted}</h1>
      <p className="text-2">{isInterrupted ? t.interruptedHint : t.brokenHint}</p>
      {isInterrupted ? null : <Problem error={error} />}
      <Acts />
    </Alone>
  )
}
