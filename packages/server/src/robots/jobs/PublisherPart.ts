import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"

interface Hold {
  readonly holder: string
  /** When the holder last sent, in epoch milliseconds. */
  readonly lastMs: number
  readonly quietTimeoutMs: number
}

/** After this long without a message the holder begins anew. */
const silenceMs = 1_000

/** How long another caller must wait, or whether the publisher is now held by the caller and was not before. */
export type Acquisition = { readonly retryAfterMs: number } | { readonly acquired: boolean }

const quietAtMs = ({ lastMs, quietTimeoutMs }: Hold) => lastMs + quietTimeoutMs

/** The holder of each publisher of one robot: the first to send holds it until its quiet timeout has passed. */
export class PublisherPart implements RobotPart {
  private readonly holds = new Map<string, Hold>()
  private readonly home: Pick<RobotHome, "link">
  private readonly nowMs: () => number

  constructor(home: Pick<RobotHome, "link">, nowMs: () => number) {
    this.home = home
    this.nowMs = nowMs
  }

  get isVacant(): boolean {
    return this.holds.size === 0
  }

  /** How many publishers are held, or were since the bridge came and its configuration was published. */
  get count(): number {
    return this.holds.size
  }

  take(slug: string, holder: string, quietTimeoutMs: number, nowMs: number): Acquisition {
    const hold = this.holds.get(slug)
    const acquired = hold?.holder !== holder
    if (acquired && hold !== undefined && nowMs < quietAtMs(hold)) return { retryAfterMs: quietAtMs(hold) - nowMs }
    this.holds.set(slug, { holder, lastMs: nowMs, quietTimeoutMs })
    return { acquired }
  }

  /** Whether a message of the caller would be the first of a hold, or the first after a second of silence. */
  begins(slug: string, holder: string, nowMs: number): boolean {
    const hold = this.holds.get(slug)
    if (hold === undefined) return true
    return nowMs >= (hold.holder === holder ? hold.lastMs + silenceMs : quietAtMs(hold))
  }

  /** For how many milliseconds another caller holds a publisher; 0 where it is free. */
  heldFor(slug: string, holder: string, nowMs: number): number {
    const hold = this.holds.get(slug)
    return hold === undefined || hold.holder === holder ? 0 : Math.max(0, quietAtMs(hold) - nowMs)
  }

  /** Ends what a caller holds, and answers which publishers those are. */
  end(holder: string, nowMs: number): ReadonlyArray<string> {
    const held = [...this.holds].filter(([, hold]) => hold.holder === holder && nowMs < quietAtMs(hold))
    for (const [slug] of held) this.holds.delete(slug)
    return held.map(([slug]) => slug)
  }

  /** Drops publishers that are no longer published: renames would otherwise add up while the robot stays. */
  config(): void {
    this.release(this.nowMs())
  }

  /** Holds outlive the connection until their quiet timeout. */
  tick(nowMs: number): void {
    if (this.home.link === null) this.release(nowMs)
  }

  forget(): void {
    this.holds.clear()
  }

  private release(nowMs: number): void {
    for (const [slug, hold] of this.holds) if (nowMs >= quietAtMs(hold)) this.holds.delete(slug)
  }
}
