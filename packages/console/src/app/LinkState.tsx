import "./LinkState.css"
import { formatLatency } from "../format/numbers.ts"
import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { State } from "../kit/State.tsx"
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
