import { RecordingId } from "@fleet/domain/Recordings"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import { Sealing } from "../../../platform/crypto/Sealing.ts"

const prefix = "rut_"
const separator = "."
const purpose = "recording upload token"

const decodeId = Schema.decodeUnknownOption(RecordingId)

/** Bearers of uploads: the id of the recording, signed. They are worth as much as their recording, which ends. */
export class RecordingTokens extends Context.Service<
  RecordingTokens,
  {
    readonly tokenOf: (id: RecordingId) => string
    /** The recording that a token is for; none where we have not signed it. */
    readonly read: (token: string) => Option.Option<RecordingId>
  }
>()("@fleet/server/RecordingTokens") {
  static readonly layer = Layer.effect(
    RecordingTokens,
    Effect.map(Sealing, ({ mac }) => {
      const tokenOf = (id: RecordingId) => prefix + id + separator + Buffer.from(mac(id, purpose)).toString("base64url")
      return RecordingTokens.of({
        tokenOf,
        read: (token) => {
          const id = decodeId(token.slice(prefix.length).split(separator, 1)[0])
          return Option.filter(id, (id) => {
            const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(id))]
            return given.length === right.length && timingSafeEqual(given, right)
          })
        }
      })
    })
  )
}
