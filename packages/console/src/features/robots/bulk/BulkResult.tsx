import { Link } from "@tanstack/react-router"
import { FleetError } from "@fleet/sdk"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Meter } from "../../../kit/Meter.tsx"
import { State, type Tone } from "../../../kit/State.tsx"
import type { GlyphShape } from "../../../kit/Glyph.tsx"
import { visible } from "../../../kit/visible.ts"
import type { BulkAct } from "./acts.ts"
import { bulkWords } from "./bulkWords.ts"
import { RobotNames } from "./RobotNames.tsx"
import { countOutcomes, type Outcome } from "./runBulk.ts"
import type { BulkWork } from "./store.ts"

const looks: Readonly<Record<Outcome["kind"], { readonly tone: Tone; readonly shape: GlyphShape }>> = {
  refused: { tone: "bad", shape: "cross" },
  unanswered: { tone: "unsure", shape: "diamond" },
  left: { tone: "idle", shape: "ring" },
  running: { tone: "run", shape: "arc" },
  done: { tone: "ok", shape: "check" }
}

const order = ["refused", "unanswered", "running", "left", "done"] as const

/** A refused draft carries its problems: how many they are says more than the code. */
const issuesOf = (error: unknown): number => {
  const details: unknown = FleetError.is(error) ? error.details : undefined
  if (typeof details !== "object" || details === null || !("issues" in details)) return 0
  return Array.isArray(details.issues) ? details.issues.length : 0
}

const Note = ({
  act,
  outcome,
  robotId
}: {
  readonly act: BulkAct
  readonly outcome: Outcome
  readonly robotId: string
}) => {
  const t = useWords(bulkWords)
  if (outcome.kind === "done") return outcome.text
  if (outcome.kind === "left" || outcome.kind === "running") return null
  const { error } = outcome
  const issues = issuesOf(error)
  const link = act === "publish" ? ("/robots/$robotId/config" as const) : ("/robots/$robotId" as const)
  return (
    <>
      {issues > 0 ? t.problems(issues) : visible(error instanceof Error ? error.message : String(error))}{" "}
      {FleetError.is(error) ? <code>{error.code}</code> : null}{" "}
      <Link to={link} params={{ robotId }} className="bulk-link">
        {act === "publish" ? t.openDraft : t.openRobot}
      </Link>
    </>
  )
}

/** How far an act on several robots is, and the outcome of each. */
export const BulkResult = ({
  onAgain,
  onClose,
  work
}: {
  readonly work: BulkWork
  readonly onAgain: (robots: ReadonlyArray<FleetRobot>) => void
  readonly onClose: () => void
}) => {
  const t = useWords(bulkWords)
  const { act, robots, run } = work
  const counts = countOutcomes(run.outcomes)
  const ended = robots.size - counts.left - counts.running
  const titles = {
    refused: t.groupRefused,
    unanswered: t.groupUnanswered,
    left: t.groupLeft,
    running: t.groupRunning,
    done: t.groupDone
  }
  const open = order.flatMap((kind) => {
    const rows = [...run.outcomes].filter(([, outcome]) => outcome.kind === kind)
    return rows.length === 0 ? [] : [{ kind, rows }]
  })
  const again = [...run.outcomes].flatMap(([id, { kind }]) =>
    kind === "refused" || kind === "unanswered" || kind === "left" ? [robots.get(id)!] : []
  )
  return (
    <div className="bulk-question">
      {run.isOver ? (
        <p role="status">
          <strong>{counts.done === robots.size ? t.allDone(robots.size) : t.someDone(counts.done, robots.size)}</strong>{" "}
          {counts.unanswered > 0 ? <span className="text-2">{t.unansweredHint}</span> : null}
        </p>
      ) : (
        <div className="bulk-progress">
          <p>
            <strong>{t.running(ended, robots.size)}</strong>{" "}
            {run.isWaiting ? <span className="text-2">{t.waiting}</span> : null}
          </p>
          <Meter name={t.progress} value={ended} max={robots.size} text={t.running(ended, robots.size)} />
        </div>
      )}
      {open.map(({ kind, rows }) => (
        <RobotNames
          key={kind}
          title={
            <State {...looks[kind]} quiet>
              {titles[kind]}
            </State>
          }
          open={kind === "refused" || kind === "unanswered" || (run.isOver && rows.length <= 12)}
          robots={rows.map(([id, outcome]) => ({
            robot: robots.get(id)!,
            note: <Note act={act} outcome={outcome} robotId={id} />
          }))}
        />
      ))}
      <footer className="bulk-foot">
        {run.isOver ? null : (
          <Button busy={run.isStopped} onPress={() => run.stop()}>
            {run.isStopped ? t.stopping : t.stop}
          </Button>
        )}
        <Button onPress={onClose}>{run.isOver ? t.close : t.hide}</Button>
        {run.isOver && again.length > 0 ? (
          <Button kind="primary" onPress={() => onAgain(again)}>
            {t.again(again.length)}
          </Button>
        ) : null}
      </footer>
    </div>
  )
}
