import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Acts, Alone, UnderWay } from "./Alone.tsx"
import { gateWords } from "./gateWords.ts"

/** Only a load of the page helps. */
const Anew = ({ hint, title }: { readonly title: string; readonly hint: string }) => {
  const t = useWords(gateWords)
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

/** Why there is no page: somebody else has signed in, nothing can be kept, it failed, it is under way, or it waits for a press. */
export type Why = "anothers" | "forbidden" | "failed" | "going" | "waits"

/** What stands in place of a page while nobody is signed in. */
const SignedOut = ({ error, why }: { readonly why: Why; readonly error: unknown }) => {
  const t = useWords(gateWords)
  switch (why) {
    case "anothers":
      return <Anew title={t.anothers} hint={t.anothersHint} />
    case "forbidden":
      return <Anew title={t.forbidden} hint={t.forbiddenHint} />
    case "failed":
      return (
        <Alone>
          <Problem error={error} onRetry={() => location.reload()} />
        </Alone>
      )
    case "going":
      return <UnderWay>{t.going}</UnderWay>
    case "waits":
      return (
        <Alone>
          <h1>{t.welcome}</h1>
          <p className="text-2">{t.welcomeHint}</p>
          <Acts />
        </Alone>
      )
  }
}

export default SignedOut
