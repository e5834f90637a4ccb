import type { JobActor } from "@fleet/domain/Jobs"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"

interface Hold {
  readonly actor: JobActor
  /** When the holder last sent, in epoch milliseconds. */
  readonly lastMs: number
  readonly quietTimeoutMs: number
  /** How long after the last message the robot sends the failsafe by itself. */
  readonly failsafeTimeoutMs: number
}

/** A publisher that was held, and by whom. */
export interface Ended {
  readonly slug: string
  readonly actor: JobActor
}

/** After this long without a message the holder begins anew. */
const silenceMs = 1_000

/** How long another caller must wait, or whether the publisher is now held by the caller and was not before. */
export type Acquisition = { readonly retryAfterMs: number } | { readonly acquired: boolean }

export const holderOf = ({ id, kind }: JobActor): string => `${kind}:${id}`
const isHeldBy = (hold: Hold, holder: string) => holderOf(hold.actor) === holder

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

  take(
    slug: string,
    actor: JobActor,
    timeouts: Pick<Hold, "failsafeTimeoutMs" | "quietTimeoutMs">,
    nowMs: number
  ): Acquisition {
    const hold = this.holds.get(slug)
    const acquired = hold === undefined || !isHeldBy(hold, holderOf(actor))
    if (acquired && hold !== undefined && nowMs < quietAtMs(hold)) return { retryAfterMs: quietAtMs(hold) - nowMs }
    this.holds.set(slug, { actor, lastMs: nowMs, ...timeouts })
    return { acquired }
  }

  /** Whether a message of the caller would be the first of a hold, or the first after a second of silence. */
  begins(slug: string, holder: string, nowMs: number): boolean {
    const hold = this.holds.get(slug)
    if (hold === undefined) return true
    return nowMs >= (isHeldBy(hold, holder) ? hold.lastMs + silenceMs : quietAtMs(hold))
  }

  /** For how many milliseconds another caller holds a publisher; 0 where it is free. */
  heldFor(slug: string, holder: string, nowMs: number): number {
    const hold = this.holds.get(slug)
    return hold === undefined || isHeldBy(hold, holder) ? 0 : Math.max(0, quietAtMs(hold) - nowMs)
  }

  /**
   * Ends holds, of the named publishers or of all where `slugs` is null, of one holder or of everybody where `holder` is
   * null. Answers those after which the robot may still move: others may take a publisher earlier than its failsafe comes.
   */
  end(slugs: ReadonlyArray<string> | null, holder: string | null, nowMs: number): ReadonlyArray<Ended> {
    const ended: Array<Ended> = []
    for (const [slug, hold] of this.holds) {
      if (slugs !== null && !slugs.includes(slug)) continue
      if (holder !== null && !isHeldBy(hold, holder)) continue
      if (nowMs >= Math.max(quietAtMs(hold), hold.lastMs + hold.failsafeTimeoutMs)) continue
      this.holds.delete(slug)
      ended.push({ slug, actor: hold.actor })
    }
    return ended
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
