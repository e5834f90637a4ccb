import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { type Retention, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { Candidate } from "../history/Candidate.ts"
import type { Series } from "../history/Series.ts"
import { stampedWrongly } from "./recordingBounds.ts"
import type { Loss } from "./RecordingHealth.ts"

/** Samples and characters of JSON that may wait for the database. Samples beyond are dropped. */
const limits = { samples: 100_000, characters: 64_000_000 }

/** Times a series keeps in memory between writes. */
const maxTimes = 16

/** The series of one robot in memory. */
export interface RecordedRobot {
  readonly home: { readonly orgId: OrgId; readonly robotId: RobotId }
  readonly seriesOf: (slug: string) => Series
  /** Drops what is written and no longer needed; whether that is all. */
  readonly prune: () => boolean
}

/** What decides on a sample beside its series. */
export interface RecorderRules {
  readonly nowMs: () => number
  /** How many days samples of an org are kept. */
  readonly historyDays: (orgId: OrgId) => number
  /** The ceiling of the org that forbids one more write. */
  readonly admit: (orgId: OrgId, characters: number) => Loss | null
  readonly lost: (orgId: OrgId, loss: Loss) => void
}

/** The samples of all robots that wait to be recorded, and the parts that may remember more than they need. */
export class RecorderQueue {
  readonly unpruned = new Set<RecordedRobot>()
  /** Robots of which there are series in memory. */
  robots = 0
  private waiting: Array<Candidate> = []
  /** What waits and what is being written. */
  private readonly held = { samples: 0, characters: 0 }
  private readonly rules: RecorderRules

  constructor(rules: RecorderRules) {
    this.rules = rules
  }

  record(part: RecordedRobot, retention: Retention, { json, slug, timestampMs }: Sample): void {
    const { held, rules } = this
    const { orgId, robotId } = part.home
    const keepDays = rules.historyDays(orgId)
    const wrong = stampedWrongly(timestampMs, rules.nowMs(), keepDays)
    if (wrong !== null) return rules.lost(orgId, wrong)
    const gapMs = (retention.interval_seconds ?? retentionDefaults.interval_seconds) * 1000
    const series = part.seriesOf(slug)
    if (!series.take(timestampMs, gapMs)) return
    const full = held.samples >= limits.samples || held.characters + json.length > limits.characters
    const loss = full ? "queue_full" : rules.admit(orgId, json.length)
    if (loss !== null) {
      series.drop(timestampMs)
      return rules.lost(orgId, loss)
    }
    this.waiting.push({ robotId, orgId, slug, timestampMs, gapMs, json, keepDays, series })
    series.waiting++
    held.samples++
    held.characters += json.length
  }

  /** What is to be written now. */
  take(): ReadonlyArray<Candidate> {
    const batch = this.waiting
    this.waiting = []
    return batch
  }

  /** The batch could not be written, and is taken again. */
  giveBack(batch: ReadonlyArray<Candidate>): void {
    this.waiting = [...batch, ...this.waiting]
  }

  written(batch: ReadonlyArray<Candidate>): void {
    this.held.samples -= batch.length
    for (const { json, series } of batch) {
      this.held.characters -= json.length
      series.waiting--
    }
    for (const { series } of batch) if (series.waiting === 0) series.prune(maxTimes)
    for (const part of this.unpruned) if (part.prune()) this.unpruned.delete(part)
  }
}
