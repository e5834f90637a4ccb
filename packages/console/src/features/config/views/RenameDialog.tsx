import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { renameSlug, usageQuery } from "../data.ts"
import { effectWords } from "../effectWords.ts"
import { words } from "../words.ts"

const pattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

/** Renames a slug in the draft, grants, alerts and history at once, and shows first what that touches. */
const RenameDialog = ({
  from,
  onClose,
  onRenamed,
  proposed,
  robotId,
  taken
}: {
  readonly robotId: string
  readonly from: string
  readonly proposed: string
  readonly taken: ReadonlySet<string>
  readonly onClose: () => void
  readonly onRenamed: (to: string, grants: number) => Promise<void>
}) => {
  const t = useWords(words)
  const e = useWords(effectWords)
  const [to, setTo] = useState(proposed)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const usage = useQuery(usageQuery(robotId, from))
  const isWritten = pattern.test(to) && to.length >= 2 && to.length <= 63
  const problem = !isWritten ? t.renameBad : to !== from && taken.has(to) ? t.renameTaken : undefined
  const run = async () => {
    if (problem !== undefined || to === from) return
    setBusy(true)
    setError(null)
    try {
      const { rewritten_grants } = await renameSlug(robotId, from, to)
      await onRenamed(to, rewritten_grants)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.renameTitle(from)}
      acts={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button
            kind="primary"
            busy={busy}
            blocked={problem ?? (to === from ? t.renameTaken : undefined)}
            onPress={() => void run()}
          >
            {t.renameDo}
          </Button>
        </>
      }
    >
      <form
        className="config-rename"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextField
          label={t.renameTo}
          hint={t.renameHint}
          problem={to === from ? undefined : problem}
          value={to}
          onChange={setTo}
          mono
          maxLength={63}
        />
        <p className="text-2">{t.renameSaves}</p>
        {usage.data === undefined ? null : (
          <p className="text-2">
            <code>{from}</code>:{" "}
            {e.usage(usage.data.grant_count, usage.data.app_identifiers.length, usage.data.alert_count)}
            {usage.data.has_recorded_history ? `; ${e.recorded}` : ""}
          </p>
        )}
        {error === null ? null : <Problem error={error} />}
      </form>
    </Dialog>
  )
}

export default RenameDialog
