import type { AuditEvent, OrgEvent } from "@fleet/sdk"
import { keyOfEvent } from "./live.ts"
import { byText } from "../../format/order.ts"

/** A line of the activity: an entry of the audit, or something that happened and has no entry. */
export type Line =
  | { readonly kind: "entry"; readonly key: string; readonly atMs: number; readonly entry: AuditEvent }
  | { readonly kind: "live"; readonly key: string; readonly atMs: number; readonly event: OrgEvent }

/** The entry that an event announces: the service says its number. */
const entryOf = ({ detail, kind }: OrgEvent): number | undefined => {
  if (kind !== "audit" || typeof detail !== "object" || detail === null) return undefined
  const seq = (detail as { readonly seq?: unknown }).seq
  return typeof seq === "number" ? seq : undefined
}

/**
 * The audit and what happens now, newest first. An event that announces an entry gives way to it; nothing stands twice
 * and nothing is left out.
 */
export const joinActivity = (
  entries: ReadonlyArray<AuditEvent>,
  events: ReadonlyArray<OrgEvent>
): ReadonlyArray<Line> => {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  const announced = new Set<number>()
  const lines: Array<Line> = [...bySeq.values()].map((entry) => ({
    kind: "entry",
    key: `entry-${entry.seq}`,
    atMs: Date.parse(entry.at),
    entry
  }))
  for (const event of events) {
    const seq = entryOf(event)
    if (seq !== undefined) {
      if (bySeq.has(seq) || announced.has(seq)) continue
      announced.add(seq)
    }
    lines.push({ kind: "live", key: `live-${keyOfEvent(event)}`, atMs: Date.parse(event.at), event })
  }
  return lines.toSorted((a, b) => b.atMs - a.atMs || byText(b.key, a.key))
}

export interface Folded {
  /** The newest of them. */
  readonly line: Line
  /** How many lines in a row say the same. */
  readonly times: number
  /** All of them, newest first. */
  readonly lines: ReadonlyArray<Line>
}

/** What an event says of a state, where it has one: a job that began and ended says two things. */
const stateOf = ({ detail }: OrgEvent): unknown =>
  typeof detail === "object" && detail !== null ? (detail as { readonly state?: unknown }).state : undefined

const sayingOf = (line: Line): string =>
  line.kind === "entry"
    ? JSON.stringify([line.entry.actor.id, line.entry.action, line.entry.target?.id])
    : JSON.stringify([line.event.kind, line.event.robot_id, line.event.subject, stateOf(line.event)])

/** Lines in a row that say the same as one, with how often it was said. */
export const foldRepetition = (lines: ReadonlyArray<Line>): ReadonlyArray<Folded> => {
  const folded: Array<{ line: Line; lines: Array<Line> }> = []
  for (const line of lines) {
    const last = folded.at(-1)
    if (last !== undefined && last.line.kind === line.kind && sayingOf(last.line) === sayingOf(line))
      last.lines.push(line)
    else folded.push({ line, lines: [line] })
  }
  return folded.map((each) => ({ ...each, times: each.lines.length }))
}

/** The job that a line is about, as its page is addressed. */
export const jobOfLine = (line: Line): { readonly robotId: string; readonly runId: string } | undefined => {
  if (line.kind === "entry") {
    const { details, target } = line.entry
    const robotId = details?.["robot_id"]
    const runId = target?.kind === "job" ? target.id : details?.["job_id"]
    return typeof robotId === "string" && typeof runId === "string" ? { robotId, runId } : undefined
  }
  const { detail, kind, robot_id } = line.event
  const runId =
    kind === "job" && typeof detail === "object" ? (detail as { job_id?: unknown } | null)?.job_id : undefined
  return typeof runId === "string" && robot_id !== null ? { robotId: robot_id, runId } : undefined
}
