import { Unauthorized } from "@fleet/domain/Errors"
import { Effect, Layer, Option } from "effect"
import { UploadTargets } from "../assets/UploadTargets.ts"
import { RecordingRecords } from "./RecordingRecords.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RecordingTokens } from "./RecordingTokens.ts"

const orUnauthorized = <A>(found: Option.Option<A>) =>
  Option.isNone(found) ? Effect.fail(new Unauthorized()) : Effect.succeed(found.value)

/** Recordings that have not ended are what bridges may upload files of. */
export const RecordingUploads = Layer.effectDiscard(
  Effect.gen(function* () {
    const targets = yield* UploadTargets
    const store = yield* RecordingStore
    const tokens = yield* RecordingTokens
    const records = yield* RecordingRecords
    yield* targets.register(
      Effect.fnUntraced(function* (token) {
        const id = yield* orUnauthorized(tokens.read(token))
        const lock = Effect.flatMap(store.lockOpen(id), orUnauthorized)
        const { max_bytes, org_id: orgId, robot_id: robotId } = yield* lock
        return {
          id,
          orgId,
          robotId,
          accepts: (kind, name) => kind === "recording" && name === `${id}.mcap`,
          maxBytes: () => max_bytes,
          lock: Effect.asVoid(lock),
          refused: () => Effect.void,
          // Read anew: what the bridge has reported meanwhile stays.
          stored: (asset) => Effect.orDie(Effect.flatMap(lock, (row) => records.stored(row, asset)))
        }
      })
    )
  })
)
