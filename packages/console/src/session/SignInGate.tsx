import { FleetError } from "@fleet/sdk"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Foreign } from "../kit/Foreign.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import mark from "../mark.svg"
import { fleet } from "./client.ts"
import { sessionWords } from "./sessionWords.ts"
import { mayStartByItself, signedInAtLast, startSignIn, takeWanted } from "./signIn.ts"
import { keepsAnything } from "./tabStorage.ts"
import { loadSession, useIsAnothers, useSession, useWasEnded } from "./useSession.ts"

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

/** After so long a way to another page is not taken for under way any more, in milliseconds. */
const patienceMs = 5000

/** What is under way. A page that is still there after a while did not get away: it offers to go again. */
const UnderWay = ({ children }: { readonly children: string }) => {
  const t = useWords(sessionWords)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Alone>
      <p className="text-2" role="status">
        {children} {isLong ? t.takesLong : ""}
      </p>
      {isLong ? <Acts /> : null}
    </Alone>
  )
}

/** Only a load of the page helps. */
const Anew = ({ hint, title }: { readonly title: string; readonly hint: string }) => {
  const t = useWords(sessionWords)
  return (
    <Alone>
      <h1>{title}</h1>
      <p className="text-2">{hint}</p>
      <Button kind="primary" size="large" fills onPress={() => location.reload()}>
        {t.reload}
      </Button>
    </Alone>
  )
}

/** Sends who is not signed in to the portal, and shows the page otherwise. */
export const SignInGate = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const t = useWords(sessionWords)
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

  if (isAnothers) return <Anew title={t.anothers} hint={t.anothersHint} />
  if (session || ended) return children
  if (error !== null)
    return (
      <Alone>
        <Problem error={error} onRetry={() => location.reload()} />
      </Alone>
    )
  if (session === undefined) return <Skeleton height={8} />
  if (!isKept) return <Anew title={t.forbidden} hint={t.forbiddenHint} />
  if (!chosen) return <UnderWay>{t.going}</UnderWay>
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

/** What the portal answered in place of a code, as it stood in the address. */
const refusalIn = (query: string): string | null => {
  const given = new URLSearchParams(query)
  return given.has("code") ? null : (given.get("error_description") ?? given.get("error"))
}

/** Where the portal sends the browser back to. The code leaves the address at once. */
export const SignedInPage = (): ReactNode => {
  const t = useWords(sessionWords)
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
