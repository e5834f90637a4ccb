import { FleetError } from "@fleet/sdk"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import mark from "../mark.svg"
import { fleet } from "./client.ts"
import { sessionWords } from "./sessionWords.ts"
import { mayStartByItself, signedInAtLast, startSignIn, takeWanted } from "./signIn.ts"
import { loadSession, useSession, useWasEnded } from "./useSession.ts"

const Alone = ({ children }: { readonly children: ReactNode }) => (
  <main className="shell-alone" id="content">
    <div>
      <img src={mark} alt="" />
      {children}
    </div>
  </main>
)

const Acts = () => {
  const t = useWords(sessionWords)
  const [error, setError] = useState<unknown>(null)
  const start = (signUp: boolean) => void startSignIn({ signUp }).catch(setError)
  return (
    <>
      {error === null ? null : <Problem error={error} />}
      <Button kind="primary" size="large" fills onPress={() => start(false)}>
        {t.signIn}
      </Button>
      <Button kind="quiet" onPress={() => start(true)}>
        {t.signUp}
      </Button>
    </>
  )
}

/** Sends who is not signed in to the portal, and shows the page otherwise. */
export const SignInGate = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const t = useWords(sessionWords)
  const session = useSession()
  const ended = useWasEnded()
  const [error, setError] = useState<unknown>(null)
  // A session that was there and is not any more leaves the page as it is, under a dialog.
  const goes = session === null && !ended
  const [chosen] = useState(() => !mayStartByItself())
  useEffect(() => void loadSession().catch(setError), [])
  useEffect(() => {
    if (goes && !chosen) startSignIn().catch(setError)
    if (session) signedInAtLast()
  }, [goes, chosen, session])

  if (session || ended) return children
  if (error !== null)
    return (
      <Alone>
        <Problem error={error} onRetry={() => location.reload()} />
      </Alone>
    )
  if (session === undefined) return <Skeleton height={8} />
  if (!chosen)
    return (
      <Alone>
        <p className="text-2" role="status">
          {t.going}
        </p>
      </Alone>
    )
  return (
    <Alone>
      <h1>{t.welcome}</h1>
      <p className="text-2">{t.welcomeHint}</p>
      <Acts />
    </Alone>
  )
}

/** A code works once: React may run an effect twice, the sign-in runs once. */
let completing: Promise<void> | undefined
const complete = () =>
  (completing ??= fleet.auth.completePortalSignIn(location.href).then(() => {
    signedInAtLast()
  }))

/** Where the portal sends the browser back to. The code leaves the address at once. */
export const SignedInPage = (): ReactNode => {
  const t = useWords(sessionWords)
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
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
  if (error === null)
    return (
      <Alone>
        <p className="text-2" role="status">
          {t.completing}
        </p>
      </Alone>
    )
  return (
    <Alone>
      <h1>{t.interrupted}</h1>
      <p className="text-2">{t.interruptedHint}</p>
      {FleetError.is(error) && error.code === "sign_in_interrupted" ? null : <Problem error={error} />}
      <Acts />
    </Alone>
  )
}
