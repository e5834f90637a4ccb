import { type ReactNode, useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Problem } from "../kit/Problem.tsx"
import mark from "../mark.svg"
import { gateWords } from "./gateWords.ts"
import { startSignIn } from "./signIn.ts"

/** A page that stands alone: nobody is signed in. */
export const Alone = ({ children }: { readonly children: ReactNode }) => (
  <main className="shell-alone" id="content">
    <div>
      <img src={mark} alt="" />
      {children}
    </div>
  </main>
)

/** Both ways in. */
export const Acts = () => {
  const t = useWords(gateWords)
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
export const UnderWay = ({ children }: { readonly children: string }) => {
  const t = useWords(gateWords)
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
