import { Effect } from "effect"

/** What is stored once its turn comes: what is newest of it then. */
export interface Storable {
  readonly store: () => Effect.Effect<void>
}

/** Images that are to be stored, so many at a time, in the order in which they were asked for. */
export class SnapshotQueue {
  private readonly waiting = new Set<Storable>()
  private readonly onEmpty: Array<() => void> = []
  private running = 0
  private isStarting = false
  private readonly lanes: number
  private readonly run: (work: Effect.Effect<void>) => unknown

  constructor(lanes: number, run: (work: Effect.Effect<void>) => unknown) {
    this.lanes = lanes
    this.run = run
  }

  /** Whether what is asked for now would have to wait. */
  get isFull(): boolean {
    return this.running >= this.lanes
  }

  add(storable: Storable): void {
    this.waiting.add(storable)
    this.next()
  }

  remove(storable: Storable): void {
    this.waiting.delete(storable)
  }

  /** Done once nothing waits and nothing is being stored. */
  readonly emptied = Effect.callback<void>((resume) => {
    if (this.isEmpty) resume(Effect.void)
    else this.onEmpty.push(() => resume(Effect.void))
  })

  private get isEmpty(): boolean {
    return this.running === 0 && this.waiting.size === 0
  }

  /** What is stored without waiting for anything ends within the loop, which then goes on. */
  private next(): void {
    if (this.isStarting) return
    this.isStarting = true
    for (const storable of this.waiting) {
      if (this.isFull) break
      this.waiting.delete(storable)
      this.running++
      this.run(
        Effect.ensuring(
          Effect.suspend(() => storable.store()),
          Effect.sync(this.ended)
        )
      )
    }
    this.isStarting = false
  }

  private readonly ended = (): void => {
    this.running--
    this.next()
    if (!this.isEmpty) return
    for (const resume of this.onEmpty.splice(0)) resume()
  }
}
