import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { WifiOff } from "../kit/icons.ts"
import { Note } from "../kit/Note.tsx"
import { fleet } from "../session/client.ts"
import { useWasEnded } from "../session/useSession.ts"
import { shellWords } from "./shellWords.ts"
import { useLink } from "./useConnection.ts"

/** Above the page while the link is lost: what is old, and that commands are not sent. */
export const LinkStrip = () => {
  const t = useWords(shellWords)
  const { since, state } = useLink()
  // Without a session there is no link that could be tried.
  const ended = useWasEnded()
  return (
    <div className="link-strip" role="status">
      {state === "lost" && !ended ? (
        <Note
          tone="warn"
          icon={WifiOff}
          acts={
            <Button size="small" onPress={() => void fleet.realtime.probe().catch(() => {})}>
              {t.tryNow}
            </Button>
          }
        >
          <strong>{t.linkLost(formatClock(since))}</strong> {t.linkLostHint}
        </Note>
      ) : null}
    </div>
  )
}
