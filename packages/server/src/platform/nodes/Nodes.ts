import { Context, Effect, Layer } from "effect"

/**
 * The runs of the server that work on this database. A row that a run holds, such as that of a running job, names it by
 * `boot`, so that no other run ends what it holds.
 */
export class Nodes extends Context.Service<
  Nodes,
  {
    /** The id of this run, a UUID. Each start of a server makes another. */
    readonly boot: string
    /** The runs that may hold something, this one included. What another run held is lost. */
    readonly alive: Effect.Effect<ReadonlyArray<string>>
  }
>()("@fleet/server/Nodes") {
  /** SingleServerLock keeps every other run off the database. */
  static readonly alone = Layer.sync(Nodes, () => {
    const boot = crypto.randomUUID()
    return Nodes.of({ boot, alive: Effect.succeed([boot]) })
  })
}
