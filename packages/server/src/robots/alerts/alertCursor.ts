import { AlertId } from "@fleet/domain/Ids"
import { lastEpochMs } from "@fleet/domain/Wire"
import { Option, Schema } from "effect"

/** The last alert of a page, by what pages are sorted by. */
export interface AlertPlace {
  readonly id: AlertId
  readonly state_since_ms: number | null
}

const decode = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Tuple([
      Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -lastEpochMs, maximum: lastEpochMs }))),
      AlertId
    ])
  )
)

/** The cursor after an alert: opaque to readers. */
export const writeAlertCursor = ({ id, state_since_ms }: AlertPlace): string =>
  Buffer.from(JSON.stringify([state_since_ms, id])).toString("base64url")

/** The place of a cursor; undefined for any other text. */
export const readAlertCursor = (cursor: string): AlertPlace | undefined => {
  const read = decode(Buffer.from(cursor, "base64url").toString())
  if (Option.isNone(read)) return undefined
  const [state_since_ms, id] = read.value
  return { id, state_since_ms }
}
