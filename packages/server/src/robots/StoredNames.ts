import { Effect, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { PublishedConfigs } from "./config/PublishedConfigs.ts"
import { renameIn } from "./renameIn.ts"
import { SlugNameStore } from "./SlugNameStore.ts"
import { RobotRecords } from "./stored/RobotRecords.ts"

/**
 * Keeps what the slugs of published versions are called now. A bridge uses those of its version until the next publish, and
 * what it sent may be stored later still.
 */
export const StoredNames = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* SlugNameStore
    const configs = yield* PublishedConfigs
    const transaction = yield* Transaction
    const bus = yield* Bus
    yield* records.register({
      rename: Effect.fnUntraced(function* ({ from, orgId, robotId, to }) {
        const before = yield* store.read({ orgId, robotId })
        const { version } = before
        const names = renameIn(before.names, version, {
          from,
          to,
          isTaken: (yield* configs.current(robotId)).exposures.has(to)
        })
        yield* store.put({ orgId, robotId }, names)
        yield* transaction.afterCommit(
          bus.broadcastAndWait({ type: "slug_renamed", robotId, from, to, version, names })
        )
      })
    })
  })
)
