import { assert, describe, it } from "@effect/vitest"
import type { AuditEvent, OrgEvent } from "@fleet/sdk"
import { Schema } from "effect"
import { joinNewest } from "../../packages/console/src/features/activity/joinNewest.ts"
import { foldRepetition, jobOfLine, joinActivity } from "../../packages/console/src/features/activity/joined.ts"
import {
  heldBack,
  mostEvents,
  noEvents,
  pauseAt,
  takeEvent
} from "../../packages/console/src/features/activity/live.ts"
import { activityQueryOf } from "../../packages/console/src/features/activity/activityQuery.ts"
import { askAgainMs } from "../../packages/console/src/features/jobs/askAgain.ts"
import { runCells, runColumns } from "../../packages/console/src/features/jobs/runCells.ts"
import { robotOf } from "../../packages/console/src/fleet/auditText.ts"
import { csvOf } from "../../packages/console/src/format/csv.ts"
import { jobsQueryOf, olderThan } from "../../packages/console/src/features/jobs/jobsQuery.ts"
import { parseQuery } from "../../packages/console/src/query/query.ts"

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000).toISOString()

const entry = (seq: number): AuditEvent => ({
  id: `id-${seq}`,
  org_id: "org",
  at: at(seq),
  seq,
  actor: { kind: "developer", id: "olive", label: "Olive" },
  action: seq % 3 === 0 ? "config.published" : "developer.login",
  target: null,
  details: null
})

const announcement = (seq: number, auditSeq: number): OrgEvent => ({
  type: "org_event",
  seq,
  at: at(auditSeq),
  kind: "audit",
  severity: "info",
  robot_id: null,
  subject: "developer.login",
  detail: { seq: auditSeq, target: null }
})

const job = (seq: number): OrgEvent => ({
  type: "org_event",
  seq,
  at: at(seq),
  kind: "job",
  severity: "info",
  robot_id: "robot",
  subject: "dock",
  detail: { job_id: "1", kind: "action", state: "running" }
})

const Seqs = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })))
const once = (seqs: ReadonlyArray<number>) => [...new Set(seqs)]

const page = (seqs: ReadonlyArray<number>, next_cursor: number | null) => ({ events: seqs.map(entry), next_cursor })

describe("the newest page of the activity", () => {
  const before = page([6, 5, 4], 4)
  const seqsOf = ({ events }: { readonly events: ReadonlyArray<AuditEvent> }) => events.map(({ seq }) => seq)

  it("is joined to the one that was read before, and what follows stays as it is", () => {
    assert.deepStrictEqual(seqsOf(joinNewest(page([8, 7, 6], 6), before)), [8, 7, 6, 5, 4])
    assert.strictEqual(joinNewest(page([8, 7, 6], 6), before).next_cursor, 4)
    assert.deepStrictEqual(joinNewest(before, before), before)
  })

  it("begins anew where entries may be left out between the two", () => {
    const newest = page([10, 9, 8], 8)
    assert.strictEqual(joinNewest(newest, before), newest)
    assert.strictEqual(joinNewest(newest, undefined), newest)
    assert.strictEqual(joinNewest(page([], null), before).events.length, 0)
  })
})

describe("the activity", () => {
  it.prop(
    "has each entry once and each event that has no entry, newest first",
    [Seqs, Seqs, Seqs],
    ([kept, announced, ran]) => {
      const jobs = once(ran)
      const entries = [...kept, ...kept.slice(0, 3)].map(entry)
      const events = [...announced.map((seq, index) => announcement(index, seq)), ...jobs.map((seq) => job(seq))]
      const lines = joinActivity(entries, events)
      const shownEntries = lines.flatMap((line) => (line.kind === "entry" ? [line.entry.seq] : []))
      assert.deepStrictEqual(shownEntries.toSorted(), [...new Set(kept)].toSorted())
      const live = lines.flatMap((line) => (line.kind === "live" && line.event.kind === "audit" ? [line.event] : []))
      const waited = new Set(announced.filter((seq) => !kept.includes(seq)))
      assert.strictEqual(live.length, waited.size)
      assert.strictEqual(lines.filter((line) => line.kind === "live" && line.event.kind === "job").length, jobs.length)
      assert.strictEqual(new Set(lines.map((line) => line.key)).size, lines.length)
      for (const [index, line] of lines.entries()) assert.isAtMost(line.atMs, lines[index - 1]?.atMs ?? Infinity)
    }
  )

  it.prop("folds what is said again and counts every line", [Seqs], ([kept]) => {
    const lines = joinActivity(kept.map(entry), [])
    const folded = foldRepetition(lines)
    assert.strictEqual(
      folded.reduce((sum, { times }) => sum + times, 0),
      lines.length
    )
    assert.deepStrictEqual(folded[0]?.line, lines[0])
  })

  it.prop("takes an event that comes again once, whatever came between", [Seqs], ([ran]) => {
    const { events, forgotten } = [...ran, ...ran].map(job).reduce(takeEvent, noEvents)
    assert.deepStrictEqual(events, once(ran).map(job))
    assert.strictEqual(forgotten, 0)
  })

  it("drops what the audit has first, and counts what is missing there", () => {
    const many = Array.from({ length: mostEvents }, (_, index) => job(index + 1))
    const full = [announcement(1, 900), ...many].reduce(takeEvent, noEvents)
    assert.deepStrictEqual(full, { events: many, forgotten: 0 })
    const more = takeEvent(full, job(mostEvents + 1))
    assert.strictEqual(more.forgotten, 1)
    assert.deepStrictEqual(more.events[0], many[1])
    assert.lengthOf(more.events, mostEvents)
  })

  it.prop(
    "shows nothing new while it is paused, and everything that was there, and what is older",
    [Seqs, Seqs],
    ([kept, ran]) => {
      const entries = once(kept).map(entry)
      const events = once(ran).map(job)
      const pause = pauseAt(entries, events)
      const older = entry(0)
      const later = heldBack(pause, [...entries, entry(61), older], [...events, job(99)])
      assert.deepStrictEqual(later.entries, entries.length === 0 ? [older] : [...entries, older])
      assert.deepStrictEqual(later.events, events)
      assert.deepStrictEqual(heldBack(undefined, entries, events), { entries, events })
    }
  )

  it("tells the states of a job apart, and leads to its page", () => {
    const ended = { ...job(2), detail: { job_id: "1", kind: "action", state: "succeeded" } }
    const folded = foldRepetition(joinActivity([], [job(1), ended, { ...ended, seq: 3 }]))
    assert.deepStrictEqual(
      folded.map(({ lines, times }) => [times, lines.length]),
      [
        [2, 2],
        [1, 1]
      ]
    )
    assert.deepStrictEqual(jobOfLine(folded[0]!.line), { robotId: "robot", runId: "1" })
    const [line] = joinActivity([{ ...entry(1), details: { robot_id: "robot", job_id: "7" } }], [])
    assert.deepStrictEqual(jobOfLine(line!), { robotId: "robot", runId: "7" })
    assert.isUndefined(jobOfLine(joinActivity([entry(1)], [])[0]!))
  })

  it("asks the service for an exact action or a prefix, never for both", () => {
    assert.deepStrictEqual(activityQueryOf(parseQuery("action:config.*"), 0).api, { action_prefix: "config." })
    assert.deepStrictEqual(activityQueryOf(parseQuery("action:config.published"), 0).api, {
      action: "config.published"
    })
    const both = activityQueryOf(parseQuery("action:config.* action:config.published"), 0)
    assert.deepStrictEqual(both.api, { action_prefix: "config." })
    assert.isTrue(both.isFilteredHere)
    assert.isTrue(both.passes(entry(3)))
    assert.isFalse(both.passes(entry(1)))
  })

  it("says which key or time it does not know", () => {
    assert.deepInclude(activityQueryOf(parseQuery("actr:olive"), 0).problem, { kind: "key", near: "actor" })
    assert.deepInclude(activityQueryOf(parseQuery("since:yesterday"), 0).problem, { kind: "time", text: "yesterday" })
  })
})

describe("a run", () => {
  it("is a row of a file, with what a spreadsheet would run as text", () => {
    const run = { id: "1", slug: "dock", state: "failed", actor: { label: "=olive" }, result: { a: 1 } } as never
    const [head, row] = csvOf(runColumns, [runCells(run, "rover-07")]).split("\r\n")
    assert.strictEqual(head!.split(",").length, runColumns.length)
    assert.include(row, "'=olive")
    assert.include(row, '"{""a"":1}"')
  })

  it("is read again while it has not ended, and one that is not there never", () => {
    assert.isAbove(Number(askAgainMs({ ended_at: null })), 0)
    assert.isFalse(askAgainMs({ ended_at: at(1) }))
    assert.isFalse(askAgainMs(null))
    assert.isFalse(askAgainMs(undefined))
  })
})

describe("the filter of jobs", () => {
  const now = 1_700_000_000_000

  it("asks the service for what it can filter", () => {
    assert.deepStrictEqual(jobsQueryOf(parseQuery("state:failed kind:action since:24h"), now).api, {
      state: "failed",
      kind: "action",
      from_ms: now - 86_400_000
    })
  })

  it("leads to what is older than a list holds, whatever the query said of its end", () => {
    const until = "until:2023-11-14T22:13:21Z"
    assert.strictEqual(olderThan("", now), until)
    assert.strictEqual(olderThan("until:1h state:failed until:2026-11-28", now + 900), `state:failed ${until}`)
    // Nothing of the second in which the last one began is left out.
    assert.deepStrictEqual(jobsQueryOf(parseQuery(until), 0).api, { to_ms: now + 1000 })
  })

  it("filters several states, negations and words here, and says so", () => {
    const query = jobsQueryOf(parseQuery("state:failed,lost -slug:dock rover"), now)
    assert.deepStrictEqual(query.api, {})
    assert.isTrue(query.isFilteredHere)
    const run = { state: "lost", slug: "sweep", kind: "action", actor: null } as never
    assert.isTrue(query.passes(run, "rover-07"))
    assert.isFalse(query.passes(run, "arm-01"))
    assert.isFalse(query.passes({ ...(run as object), slug: "dock" } as never, "rover-07"))
    assert.isFalse(query.passes({ ...(run as object), state: "running" } as never, "rover-07"))
  })
})

describe("the sentence of an entry", () => {
  it("names the robot of a job, whose target is a slug alone", () => {
    const target = { kind: "action", id: "dock", label: "dock" }
    const details = { robot_id: "r", robot_name: "rover-07" }
    assert.strictEqual(robotOf({ target, details }), "rover-07")
    assert.isUndefined(robotOf({ target, details: null }))
    assert.isUndefined(robotOf({ target: { kind: "robot", id: "r", label: "rover-07" }, details }))
  })
})
