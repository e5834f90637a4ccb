import { AssetSyncId } from "@fleet/domain/Assets"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import { Sealing } from "../../platform/crypto/Sealing.ts"

const prefix = "aut_"
const separator = "."
const purpose = "asset upload token"

const decodeId = Schema.decodeUnknownOption(AssetSyncId)

/** Bearers of uploads: the id of the sync, signed. They are worth as much as their sync, which ends. */
export class SyncTokens extends Context.Service<
  SyncTokens,
  {
    readonly tokenOf: (id: AssetSyncId) => string
    /** The sync that a token is for; none where we have not signed it. */
    readonly read: (token: string) => Option.Option<AssetSyncId>
  }
>()("@fleet/server/SyncTokens") {
  static readonly layer = Layer.effect(
    SyncTokens,
    Effect.map(Sealing, ({ mac }) => {
      const tokenOf = (id: AssetSyncId) => prefix + id + separator + Buffer.from(mac(id, purpose)).toString("base64url")
      return SyncTokens.of({
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
