import type { OrgId } from "@fleet/domain/Ids"
import type { Candidate } from "../history/Candidate.ts"

/** A sample that waits to be recorded. */
export interface WaitingSample extends Candidate {
  /** When it came, by this process's clock. */
  readonly arrivedMs: number
}

/** Samples that one statement or a few of them write, and the lines they were taken from. */
export interface SampleBatch {
  readonly lines: ReadonlyArray<OrgLine>
  readonly samples: ReadonlyArray<WaitingSample>
}

/** The samples of one org that wait to be recorded, in the order they came. */
export class OrgLine {
  readonly orgId: OrgId
  /** Written together with other orgs' samples; or not, after a write with them took too long. */
  isShared = true
  /** Characters of JSON of what waits and what is being written. */
  characters = 0
  writing: ReadonlyArray<WaitingSample> = []
  private queued: Array<WaitingSample> = []
  private recorded = 0
  private readonly begunMs: number

  constructor(orgId: OrgId, nowMs: number) {
    this.orgId = orgId
    this.begunMs = nowMs
  }

  /** Samples that no write has taken. */
  get waiting(): number {
    return this.queued.length
  }

  /** Those that wait and those that are being written. */
  get samples(): number {
    return this.queued.length + this.writing.length
  }

  /** When the oldest came; null where there is none. */
  get oldestMs(): number | null {
    return (this.writing[0] ?? this.queued[0])?.arrivedMs ?? null
  }

  /** How many were written a second since the line began. */
  recordedPerSecond(nowMs: number): number {
    return this.recorded / Math.max(1, (nowMs - this.begunMs) / 1000)
  }

  add(sample: WaitingSample): void {
    this.queued.push(sample)
    this.characters += sample.json.length
  }

  /** Removes the newest that no write has taken. */
  dropNewest(): WaitingSample | undefined {
    const sample = this.queued.pop()
    if (sample !== undefined) this.characters -= sample.json.length
    return sample
  }

  take(most: number): ReadonlyArray<WaitingSample> {
    this.writing = this.queued.splice(0, most)
    return this.writing
  }

  giveBack(): void {
    this.queued = [...this.writing, ...this.queued]
    this.writing = []
  }

  written(): void {
    for (const { json } of this.writing) this.characters -= json.length
    this.recorded += this.writing.length
    this.writing = []
  }
}
