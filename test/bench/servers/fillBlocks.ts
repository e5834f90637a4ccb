import type { RobotId } from "@fleet/domain/Ids"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { BlockStore } from "@fleet/server/robots/history/BlockStore"
import { dayMs, dayOf } from "@fleet/server/robots/history/calendar"
import { PartitionStore } from "@fleet/server/robots/history/PartitionStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { recorded } from "./facts.ts"

/** Samples of one second. */
const hertz = 10

export interface Filling {
  readonly robotId: RobotId
  readonly count: number
}

/**
 * Recorded samples of one datapoint as blocks, ten a second of days that are over: what compaction leaves of them. Answers
 * when they begin.
 */
export const fillBlocks = Effect.fnUntraced(
  function* ({ count, robotId }: Filling) {
    const sql = yield* SqlClient.SqlClient
    const blocks = yield* BlockStore
    const transaction = yield* Transaction
    const perDay = (hertz * dayMs) / 1000
    const today = dayOf(Date.now())
    const days = Math.ceil(count / perDay)
    const startMs = (today - 1 - days) * dayMs
    const keepDays = 90
    yield* sql`
      INSERT INTO series (robot_id, org_id, slug, keep_days)
      SELECT id, org_id, ${recorded}, ${keepDays} FROM robots WHERE id = ${robotId} ON CONFLICT DO NOTHING`
    const [row] = yield* sql<{ readonly id: number }>`
      UPDATE series SET keep_days = ${keepDays} WHERE robot_id = ${robotId} AND slug = ${recorded} RETURNING id::float8 AS id`
    for (let written = 0; written < count; written += perDay) {
      const samples = Array.from({ length: Math.min(perDay, count - written) }, (_, index) => {
        const timestampMs = startMs + ((written + index) * 1000) / hertz
        return { timestampMs, json: String(Math.round(1000 * Math.sin(timestampMs / 3_600_000)) / 8) }
      })
      yield* transaction.run(blocks.addAnywhere({ seriesId: row!.id, keepDays, samples }, "added", today))
    }
    return startMs
  },
  Effect.provide(BlockStore.layer.pipe(Layer.provide(PartitionStore.layer)))
)
