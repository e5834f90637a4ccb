import type { ReactNode } from "react"
import { formatClock } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { State } from "../../../kit/State.tsx"
import type { DraftView } from "../draft/DraftSession.ts"
import { words } from "../words.ts"

/** Where the text is: at the service, on its way, or in this tab alone. */
const DraftState = ({
  errors,
  published,
  view
}: {
  readonly view: DraftView
  readonly errors: number
  readonly published: number | null
}) => {
  const t = useWords(words)
  switch (view.status) {
    case "saved":
      return errors > 0 ? (
        <>
          <State tone="warn" shape="triangle" quiet>
            {t.savedInvalid}
          </State>
          <span className="config-bar-why">{t.savedInvalidHint(published)}</span>
        </>
      ) : (
        <State tone="ok" shape="check" quiet>
          {view.savedAtMs === null ? t.saved : t.savedAt(formatClock(view.savedAtMs))}
        </State>
      )
    case "saving":
      return (
        <State tone="run" shape="arc" quiet>
          {t.saving}
        </State>
      )
    case "changed":
      return (
        <State tone="idle" shape="ring" quiet>
          {t.changed}
        </State>
      )
    case "not_yaml":
      return (
        <State tone="bad" shape="cross" quiet>
          {t.notYaml}
        </State>
      )
    case "conflict":
      return (
        <State tone="warn" shape="diamond" quiet>
          {t.conflict}
        </State>
      )
    case "offline":
      return (
        <State tone="idle" shape="ring" quiet>
          {t.offline}
        </State>
      )
    case "signed_out":
      return (
        <State tone="warn" shape="barred" quiet>
          {t.signedOut}
        </State>
      )
    case "failed":
      return (
        <State tone="bad" shape="cross" quiet>
          {t.saveFailed}
        </State>
      )
  }
}

/** The state of the draft, and the one act of the page. */
export const DraftBar = ({
  blocked,
  errors,
  keys,
  menu,
  nextVersion,
  onPublish,
  published,
  publishing,
  view
}: {
  readonly view: DraftView
  readonly errors: number
  readonly published: number | null
  readonly nextVersion: number
  readonly blocked: string | undefined
  readonly publishing: boolean
  readonly keys: string
  readonly onPublish: () => void
  readonly menu: ReactNode
}) => {
  const t = useWords(words)
  return (
    <div className="config-bar">
      <span className="config-bar-state" role="status">
        <DraftState view={view} errors={errors} published={published} />
      </span>
      <span className="config-bar-end">
        {blocked === undefined || publishing ? null : <span className="config-bar-why">{blocked}</span>}
        {menu}
        <Button kind="primary" keys={keys} busy={publishing} blocked={blocked} onPress={onPublish}>
          {t.publish(nextVersion)}
        </Button>
      </span>
    </div>
  )
}
