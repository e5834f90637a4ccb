import { NodeHttpServerRequest } from "@effect/platform-node"
import { Api } from "@fleet/domain/api/Api"
import { AssetKind, AssetSyncId } from "@fleet/domain/Assets"
import { BadRequest } from "@fleet/domain/Errors"
import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { bearerOf } from "../../platform/http/DirectRoutes.ts"
import { type Announced, AssetUploads } from "./AssetUploads.ts"

/** A body of which nothing comes for so long has broken off. */
const stalled = "60 seconds"

const decodeHeaders = Schema.decodeUnknownOption(
  Schema.Struct({
    kind: AssetKind,
    syncId: AssetSyncId,
    size: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,15}$/)))
  })
)

/** The name of a file: percent-encoded, or as it is where it is plain. Null where it cannot be read. */
const nameOf = (headers: Readonly<Record<string, string | undefined>>): string | null => {
  const encoded = headers["x-platform-asset-name-encoded"]
  if (encoded === undefined) return headers["x-platform-asset-name"] ?? null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

const announcedBy = (headers: Readonly<Record<string, string | undefined>>): Option.Option<Announced> => {
  const name = nameOf(headers)
  const length = headers["x-platform-asset-size"] ?? headers["content-length"]
  const read = decodeHeaders({
    kind: headers["x-platform-asset-kind"],
    syncId: headers["x-platform-sync-id"],
    ...(length === undefined ? {} : { size: length })
  })
  if (name === null) return Option.none()
  return Option.map(read, ({ kind, size, syncId }) => ({
    kind,
    syncId,
    name,
    size: size === undefined ? null : Number(size)
  }))
}

export const AssetUploadsHttp = HttpApiBuilder.group(
  Api,
  "assetUploads",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* AssetUploads
    return handlers.handleAll({
      upload: Effect.fnUntraced(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const sync = yield* uploads.admit(bearerOf(request.headers["authorization"]))
        const announced = Option.getOrNull(announcedBy(request.headers))
        if (announced === null) return yield* new BadRequest()
        const incoming = NodeHttpServerRequest.toIncomingMessage(request)
        const body = Stream.fromAsyncIterable<Uint8Array, BadRequest>(incoming, () => new BadRequest())
        return yield* uploads.upload(sync, announced, Stream.timeout(body, stalled))
      })
    })
  })
)
