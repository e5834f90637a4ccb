import type { RobotId } from "@fleet/domain/Ids"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import type { SlugNames } from "../../access/slugNames.ts"
import type { Effect } from "effect"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import { type Published, publishedSlug } from "../config/PublishedConfigs.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { LatestEntry, LatestQueue } from "./LatestQueue.ts"

/** The newest values of one robot in memory: those that are published, and those not written yet. */
export class LatestPart implements RobotPart {
  readonly entries = new Map<string, LatestEntry>()
  private readonly home: RobotHome
  private readonly queue: LatestQueue
  private readonly write: (robotId: RobotId) => Effect.Effect<void>

  /** `write` writes what waits of a robot. */
  constructor(home: RobotHome, queue: LatestQueue, write: (robotId: RobotId) => Effect.Effect<void>) {
    this.home = home
    this.queue = queue
    this.write = write
  }

  flush(): Effect.Effect<void> {
    return this.write(this.home.robotId)
  }

  get isVacant(): boolean {
    return this.entries.size === 0
  }

  sample({ json, slug, timestampMs }: Sample, _datapoint: Datapoint, backfill: boolean): void {
    const entry = this.entries.get(slug)
    if (entry === undefined) this.add(slug, json, timestampMs, this.queue.arrival(), !backfill)
    else if (!backfill || timestampMs > entry.timestampMs) {
      entry.json = json
      entry.timestampMs = timestampMs
      entry.arrivedMs = this.queue.arrival()
      entry.stored = false
      entry.settled ||= !backfill
      this.queue.mark(entry)
    }
  }

  /** By the published slug, or the name that it has now. */
  get(slug: string): LatestEntry | undefined {
    return this.entries.get(publishedSlug(this.home.published, slug))
  }

  moveSlugs(names: SlugNames): void {
    const moved = [...this.entries.values()].filter(({ slug }) => names.has(slug))
    for (const { slug } of moved) this.delete(slug)
    for (const { arrivedMs, json, settled, slug, timestampMs } of moved) {
      const now = names.get(slug)!
      if (now !== "") this.add(now, json, timestampMs, arrivedMs, settled)
    }
  }

  config({ version }: Published): void {
    for (const entry of this.entries.values()) entry.version = version
    this.queue.unpruned.add(this)
  }

  /** The next bridge may be another process's, whose samples this memory would not see. */
  detach(): void {
    this.queue.unpruned.add(this)
  }

  forget(): void {
    if (this.entries.size > 0) this.queue.robots--
    this.entries.clear()
    this.queue.unpruned.delete(this)
  }

  /** Drops what is written and no longer needed; whether that is all. */
  prune(): boolean {
    const { entries } = this
    const { link, published } = this.home
    let rest = false
    for (const { dirty, slug } of entries.values()) {
      if (link !== null && published.exposures.get(slug)?.kind === "datapoint") continue
      if (dirty) rest = true
      else this.delete(slug)
    }
    return !rest
  }

  private delete(slug: string): void {
    if (this.entries.delete(slug) && this.entries.size === 0) this.queue.robots--
  }

  private add(slug: string, json: string, timestampMs: number, arrivedMs: number, settled: boolean): void {
    const { entries, home, queue } = this
    if (entries.size === 0) queue.robots++
    if (home.link === null) queue.unpruned.add(this)
    const entry = {
      robotId: home.robotId,
      slug,
      version: home.published.version,
      part: this,
      json,
      timestampMs,
      arrivedMs,
      stored: false,
      dirty: false,
      settled
    }
    entries.set(slug, entry)
    queue.mark(entry)
  }
}
