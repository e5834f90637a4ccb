import { Effect } from "effect"
import { isOfDatabase } from "../../platform/sql/writeSkippingRejectedRows.ts"

/**
 * Stores a batch. One that cannot be stored is halved until only the items at fault are left: each is logged and given
 * to `drop`, so that one odd item never holds back the rest. A failure of the database itself is passed on.
 */
export const storeInHalves = <Item>(
  store: (batch: ReadonlyArray<Item>) => Effect.Effect<void>,
  drop: (item: Item) => void = () => undefined
) => {
  const attempt = (batch: ReadonlyArray<Item>): Effect.Effect<void> =>
    Effect.catchDefect(
      Effect.suspend(() => store(batch)),
      (defect) => {
        if (isOfDatabase(defect)) return Effect.die(defect)
        if (batch.length === 1) {
          drop(batch[0]!)
          return Effect.logError("what is known of an alert is dropped: it cannot be stored", defect)
        }
        const middle = batch.length >> 1
        return Effect.andThen(attempt(batch.slice(0, middle)), attempt(batch.slice(middle)))
      }
    )
  return attempt
}
