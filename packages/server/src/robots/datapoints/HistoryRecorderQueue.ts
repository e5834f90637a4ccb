import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { type Retention, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { Series } from "../history/Series.ts"
import { OrgLine, type SampleBatch, type WaitingSample } from "./OrgLine.ts"
import { stampedWrongly } from "./recordingBounds.ts"
import type { Loss } from "./HistoryHealth.ts"

/** Samples and characters of JSON that may wait for the database. Samples beyond are dropped. */
const limits = { samples: 100_000, characters: 64_000_000 }

/** Times a series keeps in memory between writes. */
const maxTimes = 16

/** The series of one robot in memory. */
export interface RecordedRobot {
  readonly home: { readonly orgId: OrgId; readonly robotId: RobotId; readonly published: { readonly version: number } }
  readonly seriesOf: (slug: string) => Series
  /** Drops what is written and no longer needed; whether that is all. */
  readonly prune: () => boolean
}

/** What decides on a sample beside its series. */
export interface RecorderRules {
  readonly nowMs: () => number
  /** How many days samples of an org are kept. */
  readonly historyDays: (orgId: OrgId) => number
  /** The quota of the org that forbids one more write. */
  readonly admit: (orgId: OrgId, characters: number) => Loss | null
  readonly lost: (orgId: OrgId, loss: Loss) => void
}

/** The part of the limits that a line holds. */
const shareOf = ({ characters, samples }: Pick<OrgLine, "characters" | "samples">) =>
  Math.max(samples / limits.samples, characters / limits.characters)

/**
 * The samples of all robots that wait to be recorded, and the parts that may remember more than they need. One org may
 * fill it while others leave it room. Where it is full, each org keeps an equal share: one that holds more loses.
 */
export class HistoryRecorderQueue {
  readonly unpruned = new Set<RecordedRobot>()
  /** Robots of which there are series in memory. */
  robots = 0
  private readonly lines = new Map<OrgId, OrgLine>()
  /** What waits and what is being written. */
  private readonly held = { samples: 0, characters: 0 }
  private readonly rules: RecorderRules

  constructor(rules: RecorderRules) {
    this.rules = rules
  }

  record(part: RecordedRobot, retention: Retention, { json, slug, timestampMs }: Sample): void {
    const { rules } = this
    const { orgId, published, robotId } = part.home
    const keepDays = rules.historyDays(orgId)
    const arrivedMs = rules.nowMs()
    const wrong = stampedWrongly(timestampMs, arrivedMs, keepDays)
    if (wrong !== null) return rules.lost(orgId, wrong)
    const gapMs = (retention.interval_seconds ?? retentionDefaults.interval_seconds) * 1000
    const series = part.seriesOf(slug)
    if (!series.take(timestampMs, gapMs)) return
    const loss = this.makesRoom(orgId, json.length) ? rules.admit(orgId, json.length) : "queue_full"
    if (loss !== null) {
      series.drop(timestampMs)
      return rules.lost(orgId, loss)
    }
    let line = this.lines.get(orgId)
    if (line === undefined) this.lines.set(orgId, (line = new OrgLine(orgId, arrivedMs)))
    const { version } = published
    line.add({ robotId, orgId, slug, version, timestampMs, gapMs, json, keepDays, series, arrivedMs })
    series.waiting++
    this.held.samples++
    this.held.characters += json.length
  }

  get samples(): number {
    return this.held.samples
  }

  /** When the oldest sample of each org that has one came. */
  *oldest(): Iterable<{ readonly line: OrgLine; readonly oldestMs: number }> {
    for (const line of this.lines.values()) {
      const { oldestMs } = line
      if (oldestMs !== null) yield { line, oldestMs }
    }
  }

  /** Lines of which something waits and nothing is being written. */
  idle(): ReadonlyArray<OrgLine> {
    return [...this.lines.values()].filter(({ waiting, writing }) => waiting > 0 && writing.length === 0)
  }

  /** The oldest samples of some lines, equally many of each as far as they have so many. */
  take(lines: ReadonlyArray<OrgLine>, most: number): SampleBatch {
    const taken: Array<OrgLine> = []
    const samples: Array<WaitingSample> = []
    const shortestFirst = lines.filter(({ writing }) => writing.length === 0).sort((a, b) => a.waiting - b.waiting)
    for (const [at, line] of shortestFirst.entries()) {
      const share = Math.ceil((most - samples.length) / (shortestFirst.length - at))
      if (share === 0 || line.waiting === 0) continue
      for (const sample of line.take(share)) samples.push(sample)
      taken.push(line)
    }
    return { lines: taken, samples }
  }

  /** The batch could not be written, and is taken again. */
  giveBack({ lines }: SampleBatch): void {
    for (const line of lines) line.giveBack()
  }

  written({ lines, samples }: SampleBatch): void {
    this.release(samples)
    for (const line of lines) {
      line.written()
      if (line.samples === 0 && line.isShared) this.lines.delete(line.orgId)
    }
    for (const { series } of samples) if (series.waiting === 0) series.prune(maxTimes)
  }

  prune(): void {
    for (const part of this.unpruned) if (part.prune()) this.unpruned.delete(part)
  }

  /** A line is written with others again. */
  share(line: OrgLine): void {
    line.isShared = true
    if (line.samples === 0) this.lines.delete(line.orgId)
  }

  private release(samples: SampleBatch["samples"]): void {
    this.held.samples -= samples.length
    for (const { json, series } of samples) {
      this.held.characters -= json.length
      series.waiting--
    }
  }

  /** Whether there is room for a sample of an org. Where all is full, the longest line gives its newest for shorter ones. */
  private makesRoom(orgId: OrgId, characters: number): boolean {
    const { held, lines } = this
    if (characters > limits.characters) return false
    const isFull = () => held.samples >= limits.samples || held.characters + characters > limits.characters
    if (!isFull()) return true
    const own = lines.get(orgId)
    const wanted = shareOf({ characters: (own?.characters ?? 0) + characters, samples: (own?.samples ?? 0) + 1 })
    const fair = 1 / (lines.size + (own === undefined ? 1 : 0))
    if (wanted > fair) return false
    while (isFull()) {
      let longest: OrgLine | undefined
      for (const line of lines.values())
        if (line.waiting > 0 && (longest === undefined || shareOf(line) > shareOf(longest))) longest = line
      if (longest === undefined || shareOf(longest) <= wanted) return false
      this.dropNewest(longest)
    }
    return true
  }

  private dropNewest(line: OrgLine): void {
    const dropped = line.dropNewest()
    if (dropped === undefined) return
    this.release([dropped])
    dropped.series.drop(dropped.timestampMs)
    this.rules.lost(line.orgId, "queue_full")
  }
}
