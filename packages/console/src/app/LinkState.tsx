import "./LinkState.css"
import { formatLatency } from "../format/numbers.ts"
import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Note } from "../kit/Note.tsx"
import { State } from "../kit/State.tsx"
import { WifiOff } from "../kit/icons.ts"
import { fleet } from "../session/client.ts"
import { useWasEnded } from "../session/useSession.ts"
import { shellWords } from "./shellWords.ts"
import { useLink } from "./useConnection.ts"

/** The state of the link in a word, at the foot of the navigation. */
export const LinkState = () => {
  const t = useWords(shellWords)
  const { roundTripMs, since, state, wasLive } = useLink()
  const ended = useWasEnded()
  return (
    <p className="link-state">
      {ended ? (
        <State tone="warn" shape="ring">
          {t.signedOut}
        </State>
      ) : state === "live" ? (
        <State tone="ok" shape="circle" quiet>
          {roundTripMs === null ? t.live : t.liveTrip(formatLatency(roundTripMs))}
        </State>
      ) : state === "connecting" ? (
        <State tone="idle" shape="arc">
          {wasLive ? t.reconnecting : t.connecting}
        </State>
      ) : (
        <State tone="warn" shape="ring">
          {t.offlineSince(formatClock(since))}
        </State>
      )}
    </p>
  )
}

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
