import { type Asset, AssetId } from "@fleet/domain/Assets"
import { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { Sealing } from "../../platform/crypto/Sealing.ts"
import { AssetStore } from "./AssetStore.ts"

const linkMs = 15 * 60_000
const purpose = "asset link"
const signedBytes = 40
const macBytes = 32

/** What a link leads to, and until when. */
export interface Linked {
  readonly asset: Asset
  readonly expiresAtMs: number
}

const bytesOfId = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex")
const idOfBytes = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

const decodeIds = Schema.decodeUnknownOption(Schema.Struct({ id: AssetId, robotId: RobotId }))

/** Links to files: what they lead to and until when, signed. Nothing is stored of them. */
export class AssetLinks extends Context.Service<
  AssetLinks,
  {
    /** When a link that is made now ends, in epoch milliseconds. */
    readonly expiry: Effect.Effect<number>
    readonly tokenOf: (asset: Pick<Asset, "id" | "robot_id">, expiresAtMs: number) => string
    /** None for a token that we have not signed, that has expired, or whose file is gone. */
    readonly read: (token: string) => Effect.Effect<Option.Option<Linked>>
  }
>()("@fleet/server/AssetLinks") {
  static readonly layer = Layer.effect(
    AssetLinks,
    Effect.gen(function* () {
      const { isMac, mac } = yield* Sealing
      const store = yield* AssetStore

      const sign = (signed: Buffer) => Buffer.from(mac(signed.toString("base64url"), purpose))

      const verified = (token: string) => {
        const bytes = Buffer.from(token, "base64url")
        const signed = bytes.subarray(0, signedBytes)
        const given = bytes.subarray(signedBytes)
        if (given.length !== macBytes || bytes.toString("base64url") !== token) return Option.none()
        if (!isMac(given, signed.toString("base64url"), purpose)) return Option.none()
        return Option.map(
          decodeIds({ id: idOfBytes(signed.subarray(0, 16)), robotId: idOfBytes(signed.subarray(16, 32)) }),
          (ids) => ({ ...ids, expiresAtMs: Number(signed.readBigUInt64BE(32)) })
        )
      }

      return AssetLinks.of({
        expiry: Effect.map(Clock.currentTimeMillis, (now) => now + linkMs),
        tokenOf: ({ id, robot_id }, expiresAtMs) => {
          const expiry = Buffer.alloc(8)
          expiry.writeBigUInt64BE(BigInt(expiresAtMs))
          const signed = Buffer.concat([bytesOfId(id), bytesOfId(robot_id), expiry])
          return Buffer.concat([signed, sign(signed)]).toString("base64url")
        },
        read: Effect.fn("AssetLinks.read")(function* (token) {
          const link = Option.getOrNull(verified(token))
          const now = (yield* DateTime.now).epochMilliseconds
          if (link === null || link.expiresAtMs <= now) return Option.none()
          const asset = yield* store.find({ id: link.id, robotId: link.robotId })
          return Option.map(asset, (asset) => ({ asset, expiresAtMs: link.expiresAtMs }))
        })
      })
    })
  )
}
