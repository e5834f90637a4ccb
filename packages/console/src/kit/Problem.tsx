import "./Problem.css"
import { FleetError } from "@fleet/sdk"
import { type ReactNode, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Icon } from "./Icon.tsx"
import { RefreshCw, TriangleAlert } from "./icons.ts"
import { kitWords } from "./kitWords.ts"
import { visible } from "./visible.ts"

const textOf = (error: unknown): { readonly code: string; readonly message: string; readonly requestId?: string } => {
  if (error instanceof FleetError) {
    const { code, message, requestId } = error
    return { code, message, ...(requestId === undefined ? {} : { requestId }) }
  }
  return { code: "client_error", message: error instanceof Error ? error.message : String(error) }
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
  const { code, message, requestId } = textOf(error)
  return (
    <div className="problem" role="alert">
      <Icon of={TriangleAlert} />
      <div className="problem-text">
        <p>{code === "network_error" ? t.unreachable : visible(message)}</p>
        <p className="problem-code">
          <code>{code}</code>
          {requestId === undefined ? null : (
            <>
              {" · "}
              {t.requestId(requestId.slice(0, 8))} <CopyButton text={requestId} />
            </>
          )}
          {" · "}
          <a href={`/docs/errors#${encodeURIComponent(code)}`} target="_blank" rel="noreferrer">
            {t.meaning}
          </a>
        </p>
      </div>
      <div className="problem-acts">
        {acts}
        {onRetry === undefined ? null : (
          <Button
            size="small"
            icon={RefreshCw}
            busy={again}
            onPress={() => {
              setAgain(true)
              setTimeout(() => setAgain(false), 600)
              onRetry()
            }}
          >
            {t.retry}
          </Button>
        )}
      </div>
    </div>
  )
}
