import { Clock, Context, Deferred, Effect, Exit } from "effect"

/** How many are served at once, and how long the one at the head may wait before no more should come. */
export interface AdmissionBounds {
  readonly atOnce: number
  readonly patienceMs: number
}

/** Of hellos, and of the auth frames of clients. */
export const SocketAdmission = Context.Reference<AdmissionBounds>("@fleet/server/SocketAdmission", {
  defaultValue: () => ({ atOnce: 256, patienceMs: 2_500 })
})

interface Waiting {
  readonly sinceMs: number
  readonly admit: () => void
}

/**
 * Serves so many at once; more wait in the order they came, and none is turned away. Whoever accepts newcomers asks
 * `isBusy` first: those that it turns away then are not waiting here for longer than they are patient.
 */
export class Admission {
  private readonly bounds: AdmissionBounds
  private readonly clock: Clock.Clock
  private serving = 0
  private giving = false
  private readonly queue = new Set<Waiting>()

  constructor(bounds: AdmissionBounds, clock: Clock.Clock) {
    this.bounds = bounds
    this.clock = clock
  }

  get waiting(): number {
    return this.queue.size
  }

  /** Whether the one at the head has waited for as long as anybody should. */
  get isBusy(): boolean {
    for (const { sinceMs } of this.queue)
      return this.clock.currentTimeMillisUnsafe() - sinceMs >= this.bounds.patienceMs
    return false
  }

  /** Does the work once it is its turn. */
  readonly admit = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const served = Effect.ensuring(
          restore(work),
          Effect.sync(() => this.leave())
        )
        if (this.serving < this.bounds.atOnce) {
          this.serving++
          return served
        }
        const turn = Deferred.makeUnsafe<void>()
        const waiting: Waiting = {
          sinceMs: this.clock.currentTimeMillisUnsafe(),
          admit: () => Deferred.doneUnsafe(turn, Exit.void)
        }
        this.queue.add(waiting)
        const giveUp = Effect.sync(() => {
          // Admitted in the turn in which it was interrupted, it gives its place to the next.
          if (!this.queue.delete(waiting)) this.leave()
        })
        return Effect.andThen(
          Effect.onError(restore(Deferred.await(turn)), () => giveUp),
          served
        )
      })
    )

  /** Gives the place to the next, in one loop: some end in the turn in which they are admitted. */
  private leave(): void {
    this.serving--
    if (this.giving) return
    this.giving = true
    try {
      for (const next of this.queue) {
        if (this.serving >= this.bounds.atOnce) break
        this.queue.delete(next)
        this.serving++
        next.admit()
      }
    } finally {
      this.giving = false
    }
  }
}

/** An admission with the bounds of sockets. */
export const makeSocketAdmission = Effect.gen(function* () {
  return new Admission(yield* SocketAdmission, yield* Clock.Clock)
})
