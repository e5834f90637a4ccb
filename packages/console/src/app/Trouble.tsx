import { type Query, useQueryClient } from "@tanstack/react-query"
import { useCallback, useSyncExternalStore } from "react"
import { clockOffset, useNow } from "../format/ticking.ts"
import { formatClock } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Note } from "../kit/Note.tsx"
import { useCalls } from "../session/calls.ts"
import { useWasEnded } from "../session/useSession.ts"
import { shellWords } from "./shellWords.ts"
import { troubleWords } from "./troubleWords.ts"
import { useLink } from "./useConnection.ts"

/** An answer that takes longer is told, in milliseconds. */
const slowMs = 5000

/** It is on the page, and could not be read again. */
const isOld = (query: Query) =>
  query.isActive() && query.state.data !== undefined && (query.state.error ?? query.state.fetchFailureReason) !== null

/** Since when something on the page could not be read again, by this machine's clock; undefined where all could. */
const useOldSince = (): number | undefined => {
  const cache = useQueryClient().getQueryCache()
  const oldest = () => {
    const times = cache
      .getAll()
      .filter(isOld)
      .map((query) => query.state.dataUpdatedAt)
    return times.length === 0 ? undefined : Math.min(...times)
  }
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    oldest
  )
}

/** For how many seconds the slowest call that was not answered has waited; 0 while all are quick. */
const useSlow = (): number => {
  useNow()
  const waits = useCalls().flatMap(({ at, outcome }) => (outcome === undefined ? [performance.now() - at] : []))
  const longest = Math.max(0, ...waits)
  return longest > slowMs ? Math.round(longest / 1000) : 0
}

/** Above the page: what is shown there is old, or is waited for. A link that is lost says more than this. */
export const Trouble = () => {
  const t = useWords(troubleWords)
  const shell = useWords(shellWords)
  const queries = useQueryClient()
  const { state } = useLink()
  const ended = useWasEnded()
  const oldSince = useOldSince()
  const slow = useSlow()
  const isQuiet = state === "lost" || ended
  return (
    <>
      <div className="link-strip" role="status">
        {oldSince !== undefined && !isQuiet ? (
          <Note
            tone="warn"
            acts={
              <Button size="small" onPress={() => void queries.invalidateQueries({ predicate: isOld })}>
                {shell.tryNow}
              </Button>
            }
          >
            <strong>{t.oldSince(formatClock(oldSince + clockOffset()))}</strong> {t.oldHint}
          </Note>
        ) : null}
      </div>
      <div className="link-strip">
        {slow > 0 && !isQuiet ? (
          <Note>
            <span role="status">{t.slow}</span> <span aria-hidden>{t.seconds(slow)}</span>
          </Note>
        ) : null}
      </div>
    </>
  )
}
