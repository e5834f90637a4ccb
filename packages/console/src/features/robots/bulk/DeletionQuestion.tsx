import { useState } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { formatBytes, formatCount } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { visible } from "../../../kit/visible.ts"
import { Note } from "../../../kit/Note.tsx"
import { Switch } from "../../../kit/Switch.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { bulkWords } from "./bulkWords.ts"
import { usePreviews } from "./previews.ts"
import { RobotNames } from "./RobotNames.tsx"
import type { BulkTarget } from "./store.ts"

/** Asks before robots are deleted: what goes along, and a text to type. */
export const DeletionQuestion = ({
  onClose,
  onGo,
  robots
}: {
  readonly robots: ReadonlyArray<FleetRobot>
  readonly onGo: (target: BulkTarget) => void
  readonly onClose: () => void
}) => {
  const t = useWords(bulkWords)
  const [typed, setTyped] = useState("")
  const [force, setForce] = useState(false)
  const { failed, isReading, read, total } = usePreviews(robots)
  const only = robots.length === 1 ? robots[0] : undefined
  const wanted = only === undefined ? t.typedWord(robots.length) : visible(only.robot.name)
  const isTyped = typed.trim() === wanted || (only !== undefined && typed.trim() === only.robot.name.trim())
  const facts = [
    [t.samples, formatCount(total.samples)],
    [t.bytes, formatBytes(total.bytes)],
    [t.runs, formatCount(total.runs)],
    [t.drafts, formatCount(total.drafts)]
  ] as const
  return (
    <form
      className="bulk-question"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) onGo({ force })
      }}
    >
      <p className="text-2">{t.deleteTakes}</p>
      <RobotNames title={t.willDo} robots={robots.map((robot) => ({ robot }))} open={robots.length <= 12} />
      {isReading ? (
        <p className="text-2" role="status">
          {t.deleteReading(read, robots.length)}
        </p>
      ) : (
        <dl className="bulk-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {failed > 0 ? <Note tone="warn">{t.deleteUnread(failed)}</Note> : null}
      {total.watched > 0 ? (
        <Switch label={t.watched(total.watched)} detail={t.watchedHint} checked={force} onChange={setForce} />
      ) : null}
      <TextField label={t.typeThis(wanted)} value={typed} onChange={setTyped} mono />
      <footer className="bulk-foot">
        <Button onPress={onClose}>{t.close}</Button>
        <Button kind="danger" type="submit" blocked={isTyped ? undefined : t.typeThis(wanted)}>
          {t.deleteGo(robots.length)}
        </Button>
      </footer>
    </form>
  )
}
