import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Api } from "@fleet/domain/api/Api"
import { AssetKind } from "@fleet/domain/Assets"
import { BadRequest } from "@fleet/domain/Errors"
import { Uuid } from "@fleet/domain/Wire"
import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { IncomingMessage, ServerResponse } from "node:http"
import { bearerOf } from "../../platform/http/DirectRoutes.ts"
import { allowLongBody, RequestTimes } from "../../platform/http/LongRequests.ts"
import { steadyBody, UploadPace } from "../../platform/http/steadyBody.ts"
import { type Announced, AssetUploads } from "./AssetUploads.ts"

const decodeHeaders = Schema.decodeUnknownOption(
  Schema.Struct({
    kind: AssetKind,
    targetId: Uuid,
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
  const kind = headers["x-platform-asset-kind"]
  const length = headers["x-platform-asset-size"] ?? headers["content-length"]
  const read = decodeHeaders({
    kind,
    targetId: headers[kind === "recording" ? "x-platform-recording-id" : "x-platform-sync-id"],
    ...(length === undefined ? {} : { size: length })
  })
  if (name === null) return Option.none()
  return Option.map(read, ({ kind, size, targetId }) => ({
    kind,
    targetId,
    name,
    size: size === undefined ? null : Number(size)
  }))
}

export const AssetUploadsHttp = HttpApiBuilder.group(
  Api,
  "assetUploads",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* AssetUploads
    const pace = yield* UploadPace
    const times = yield* RequestTimes
    return handlers.handleAll({
      upload: Effect.fnUntraced(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const target = yield* uploads.admit(bearerOf(request.headers["authorization"]))
        const announced = Option.getOrNull(announcedBy(request.headers))
        if (announced === null) return yield* new BadRequest()
        const incoming = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
        allowLongBody(incoming, NodeHttpServerRequest.toServerResponse(request) as ServerResponse, times)
        // Where reading ends early, the connection is still needed for the answer.
        const chunks = { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
        const body = Stream.fromAsyncIterable<Uint8Array, BadRequest>(chunks, () => new BadRequest())
        return yield* uploads.upload(
          target,
          announced,
          steadyBody(body, pace, () => new BadRequest())
        )
      })
    })
  })
)
