import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { serviceNow } from "../format/ticking.ts"
import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { Note } from "../kit/Note.tsx"
import { isBusy } from "../session/busy.ts"
import { sessionWords } from "../session/sessionWords.ts"
import { SignInElsewhere } from "../session/SignInElsewhere.tsx"
import { startSignIn } from "../session/signIn.ts"
import { onReturn, useWasEnded } from "../session/useSession.ts"

/** Both ways to sign in again: where something was typed, the one that leaves this page is not the first. */
const Acts = ({ size }: { readonly size?: "small" }) => {
  const t = useWords(sessionWords)
  const [stays] = useState(isBusy)
  const of = size === undefined ? {} : { size }
  return (
    <>
      <Button {...of} kind={stays ? "quiet" : "primary"} onPress={() => void startSignIn().catch(() => {})}>
        {t.again}
      </Button>
      <SignInElsewhere {...of} kind={stays ? "primary" : "plain"} />
    </>
  )
}

/**
 * The session ended while the page was open: what was typed stays. A dialog says so; a person who closes it, to read or to copy,
 * keeps a line over the page that goes on saying it until somebody signs in.
 */
export const Ended = () => {
  const t = useWords(sessionWords)
  const queries = useQueryClient()
  const ended = useWasEnded()
  const [since, setSince] = useState(0)
  const [aside, setAside] = useState(false)
  useEffect(() => {
    if (ended) setSince(serviceNow())
    else setAside(false)
  }, [ended])
  // What was not read meanwhile is read now.
  useEffect(() => onReturn(() => void queries.invalidateQueries()), [queries])
  return (
    <>
      {ended ? (
        <Note tone="warn" acts={<Acts size="small" />}>
          <strong>{t.endedSince(formatClock(since))}</strong> {t.endedStrip}
        </Note>
      ) : null}
      <Dialog open={ended && !aside} onClose={() => setAside(true)} title={t.ended} acts={<Acts />}>
        <p className="text-2">{t.endedHint}</p>
      </Dialog>
    </>
  )
}
