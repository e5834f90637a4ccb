import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import type { Effect } from "effect"
import { moveNames, type SlugNames } from "../../access/slugNames.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import { publishedSlug } from "../config/PublishedConfigs.ts"
import { Series } from "../history/Series.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { HistoryRecorderQueue } from "./HistoryRecorderQueue.ts"

/** The recorded series of one robot in memory: those that are published, and those not written yet. */
export class HistoryRecorderPart implements RobotPart {
  readonly series = new Map<string, Series>()
  readonly home: RobotHome
  private readonly queue: HistoryRecorderQueue
  private readonly load: Effect.Effect<void>
  private readonly write: Effect.Effect<void>

  /** `load` reads the limits of the org's plan; `write` records what waits of all robots. */
  constructor(home: RobotHome, queue: HistoryRecorderQueue, load: Effect.Effect<void>, write: Effect.Effect<void>) {
    this.home = home
    this.queue = queue
    this.load = load
    this.write = write
  }

  flush(): Effect.Effect<void> {
    return this.write
  }

  prepare(): Effect.Effect<void> {
    return this.load
  }

  get isVacant(): boolean {
    return this.series.size === 0
  }

  sample(sample: Sample, { retention }: Datapoint): void {
    if (retention?.enabled === true) this.queue.record(this, retention, sample)
  }

  moveSlugs(names: SlugNames): void {
    const dropped = moveNames(this.series, names)
    if (dropped.length > 0 && this.series.size === 0) this.queue.robots--
  }

  config(): void {
    this.queue.unpruned.add(this)
  }

  /** Another process may have written meanwhile. */
  attach(): void {
    for (const series of this.series.values()) series.unload()
  }

  /** What is kept under either slug is not what it was. */
  renameSlug(from: string, to: string): void {
    for (const slug of [from, to, publishedSlug(this.home.published, to)]) this.series.get(slug)?.unload()
  }

  /** The table knows what was written: times are needed in memory only beside those that still wait. */
  detach(): void {
    this.queue.unpruned.add(this)
  }

  forget(): void {
    if (this.series.size > 0) this.queue.robots--
    this.series.clear()
    this.queue.unpruned.delete(this)
  }

  seriesOf(slug: string): Series {
    const { home, queue, series } = this
    let known = series.get(slug)
    if (known === undefined) {
      if (series.size === 0) queue.robots++
      if (home.link === null) queue.unpruned.add(this)
      series.set(slug, (known = new Series()))
    }
    return known
  }

  /** Drops what is written and no longer needed; whether that is all. */
  prune(): boolean {
    const { series } = this
    const { link, published } = this.home
    const before = series.size
    let rest = false
    for (const [slug, { waiting }] of series) {
      if (link !== null && published.exposures.get(slug)?.kind === "datapoint") continue
      if (waiting > 0) rest = true
      else series.delete(slug)
    }
    if (before > 0 && series.size === 0) this.queue.robots--
    return !rest
  }
}
