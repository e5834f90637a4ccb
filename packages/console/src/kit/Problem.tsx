import "./Problem.css"
import { FleetError } from "@fleet/sdk"
import { type ReactNode, useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Icon } from "./Icon.tsx"
import { Lock, RefreshCw, TriangleAlert } from "./icons.ts"
import { kitWords } from "./kitWords.ts"
import { visible } from "./visible.ts"

interface Told {
  readonly code: string
  readonly message: string
  readonly requestId?: string | undefined
  readonly docsUrl?: string | undefined
}

/** What an error says: the service's words, or the page's own for what did not come from the service. */
const toldOf = (error: unknown, t: typeof kitWords.en): Told => {
  if (!FleetError.is(error))
    return { code: "client_error", message: error instanceof Error ? error.message : String(error) }
  const { code, docsUrl, message, requestId, status } = error
  const own: Readonly<Record<string, string>> = {
    network_error: t.unreachable,
    timeout: t.noAnswer,
    invalid_answer: t.between(status),
    signed_out: t.signedOut
  }
  return { code, message: own[code] ?? message, requestId, docsUrl }
}

/** A file of the console that an upgrade has replaced, or that the network kept back. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)

/** The service understood and refuses this person: nothing is broken, somebody else may do it. */
const isForbidden = (error: unknown): boolean =>
  FleetError.is(error) && (error.code === "forbidden" || error.code === "tier_required")

/** How many seconds the service asked to wait, counted down. */
const useWait = (error: unknown): number => {
  const asked = FleetError.is(error) && error.is("rate_limited") ? Math.ceil(error.details.retry_after_ms / 1000) : 0
  const [left, setLeft] = useState(asked)
  useEffect(() => {
    setLeft(asked)
    if (asked === 0) return undefined
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [error, asked])
  return left
}

const MissingFile = () => {
  const t = useWords(kitWords)
  return (
    <div className="problem" role="alert">
      <Icon of={TriangleAlert} />
      <div className="problem-text">
        <p>{t.newFiles}</p>
        <p>{t.newFilesHint}</p>
      </div>
      <div className="problem-acts">
        <Button size="small" icon={RefreshCw} onPress={() => location.reload()}>
          {t.reload}
        </Button>
      </div>
    </div>
  )
}

/** What failed, in the service's words, with its code and request id to pass on. */
export const Problem = ({
  acts,
  error,
  onRetry
}: {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly acts?: ReactNode
}) => {
  const t = useWords(kitWords)
  const [again, setAgain] = useState(false)
  const wait = useWait(error)
  if (isMissingFile(error)) return <MissingFile />
  const { code, docsUrl, message, requestId } = toldOf(error, t)
  const forbidden = isForbidden(error)
  return (
    <div className={forbidden ? "problem problem-forbidden" : "problem"} role="alert">
      <Icon of={forbidden ? Lock : TriangleAlert} />
      <div className="problem-text">
        <p>{visible(message)}</p>
        {forbidden ? <p className="text-2">{t.whoMay}</p> : null}
        <p className="problem-code">
          <code>{code}</code>
          {requestId === undefined ? null : (
            <>
              {" · "}
              {t.requestId(requestId.slice(0, 8))} <CopyButton text={requestId} />
            </>
          )}
          {docsUrl === undefined ? null : (
            <>
              {" · "}
              <a href={docsUrl} target="_blank" rel="noreferrer">
                {t.meaning}
              </a>
            </>
          )}
        </p>
      </div>
      <div className="problem-acts">
        {acts}
        {onRetry === undefined ? null : (
          <Button
            size="small"
            icon={RefreshCw}
            busy={again}
            blocked={wait > 0 ? t.tryAgainIn(wait) : undefined}
            onPress={() => {
              setAgain(true)
              setTimeout(() => setAgain(false), 600)
              onRetry()
            }}
          >
            {wait > 0 ? t.tryAgainIn(wait) : t.retry}
          </Button>
        )}
      </div>
    </div>
  )
}
