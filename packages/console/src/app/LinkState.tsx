import "./LinkState.css"
import { useNow } from "../format/ticking.ts"
import { formatLatency } from "../format/numbers.ts"
import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { State } from "../kit/State.tsx"
import { useWasEnded } from "../session/useSession.ts"
import { shellWords } from "./shellWords.ts"
import { useLink } from "./useConnection.ts"

/** When a lost link is tried again, by this machine's clock. */
const Again = ({ at }: { readonly at: number | null }) => {
  const t = useWords(shellWords)
  useNow()
  const seconds = at === null ? 0 : Math.ceil((at - Date.now()) / 1000)
  return <span className="link-again">{seconds > 0 ? t.reconnectingIn(seconds) : t.reconnecting}</span>
}

/** The state of the link in a word, at the foot of the navigation. */
export const LinkState = () => {
  const t = useWords(shellWords)
  const { retryAt, roundTripMs, since, state, wasLive } = useLink()
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
        <>
          <State tone="warn" shape="ring">
            {t.offlineSince(formatClock(since))}
          </State>
          <Again at={retryAt} />
        </>
      )}
    </p>
  )
}
