import type { AuditEvent, OrgEvent } from "@fleet/sdk"

/** As many events as are kept beside the audit. */
export const mostEvents = 500

/** What has happened since the page was opened. */
interface LiveEvents {
  /** In the order they came. */
  readonly events: ReadonlyArray<OrgEvent>
  /** How many that have no entry in the audit are not kept any more. */
  readonly forgotten: number
}

export const noEvents: LiveEvents = { events: [], forgotten: 0 }

/** Names an event. The service numbers them in each of its processes: two of one moment may have one number. */
export const keyOfEvent = ({ at, kind, robot_id, seq, subject }: OrgEvent): string =>
  `${at} ${seq} ${kind} ${robot_id ?? ""} ${subject}`

/** Takes an event up: one that came before, as after a link that was lost, is not taken twice. */
export const takeEvent = (known: LiveEvents, event: OrgEvent): LiveEvents => {
  const key = keyOfEvent(event)
  if (known.events.some((each) => keyOfEvent(each) === key)) return known
  const events = [...known.events, event]
  if (events.length <= mostEvents) return { ...known, events }
  // What the audit has is the first to go: nothing is lost with it.
  const going = Math.max(
    0,
    events.findIndex(({ kind }) => kind === "audit")
  )
  const gone = events[going]!
  return {
    events: events.filter((_, index) => index !== going),
    forgotten: known.forgotten + (gone.kind === "audit" ? 0 : 1)
  }
}

/** Where somebody paused: what came later waits, what is older may still be read. */
export interface Pause {
  readonly newestSeq: number
  readonly events: ReadonlySet<string>
}

export const pauseAt = (entries: ReadonlyArray<AuditEvent>, events: ReadonlyArray<OrgEvent>): Pause => ({
  newestSeq: entries.reduce((newest, { seq }) => Math.max(newest, seq), 0),
  events: new Set(events.map(keyOfEvent))
})

/** What is shown while it is paused, and what is not. Without a pause everything is shown. */
export const heldBack = (
  pause: Pause | undefined,
  entries: ReadonlyArray<AuditEvent>,
  events: ReadonlyArray<OrgEvent>
) => {
  if (pause === undefined) return { entries, events }
  return {
    entries: entries.filter(({ seq }) => seq <= pause.newestSeq),
    events: events.filter((event) => pause.events.has(keyOfEvent(event)))
  }
}
