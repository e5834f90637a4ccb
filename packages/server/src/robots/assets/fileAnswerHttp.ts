import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { Asset } from "@fleet/domain/Assets"
import type { InternalError } from "@fleet/domain/Errors"
import { Effect, Exit, Scope, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ByteRange } from "../../platform/blobs/BlobStorage.ts"
import { streamedBody } from "../../platform/http/streamedBody.ts"
import { type Assets } from "./Assets.ts"
import { byteRange } from "./byteRange.ts"
import { isInline, servedType } from "./mediaTypes.ts"

/** The headers of every file: its type is not guessed, and nothing in it is run. */
const guarded = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin"
}

/** Asked for again each time; the ETag saves the bytes. */
export const revalidated = "private, no-cache"

const quoted = (name: string) => name.replaceAll(/[^\w.-]/g, "_").slice(-100)

/** A URDF with addresses in it. */
export const urdfAnswer = (bytes: Uint8Array, cacheControl: string) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: "application/xml",
    headers: { ...guarded, "content-disposition": 'attachment; filename="robot.urdf"', "cache-control": cacheControl }
  })

const isSame = (header: string | undefined, etag: string) =>
  header?.split(",").some((each) => ["*", etag, `W/${etag}`].includes(each.trim())) === true

/** The bytes of a file, or the part of them that the request asks for. */
export const fileAnswer = Effect.fnUntraced(function* (
  read: (typeof Assets.Service)["read"],
  asset: Asset,
  cacheControl: string
): Effect.fn.Return<HttpServerResponse.HttpServerResponse, InternalError, HttpServerRequest.HttpServerRequest> {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const etag = `"${asset.sha256}"`
  const type = servedType(asset.media_type)
  const disposition = isInline(type) ? "inline" : "attachment"
  const common = {
    ...guarded,
    etag,
    "accept-ranges": "bytes",
    "cache-control": cacheControl,
    "content-disposition": `${disposition}; filename="${quoted(asset.name.split("/").at(-1)!)}"`
  }
  if (isSame(headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: common })

  const size = asset.size_bytes
  const whole = headers["if-range"] !== undefined && headers["if-range"] !== etag
  const range = whole ? null : byteRange(headers["range"], size)
  if (range === "unsatisfiable") {
    return HttpServerResponse.empty({ status: 416, headers: { ...common, "content-range": `bytes */${size}` } })
  }
  const part = range ?? { start: 0, end: size - 1 }
  const contentLength = part.end - part.start + 1
  const body = yield* opened(read, asset, range ?? undefined)
  return HttpServerResponse.stream(yield* streamedBody(body, "a file could not be sent"), {
    status: range === null ? 200 : 206,
    contentType: type,
    contentLength,
    headers: range === null ? common : { ...common, "content-range": `bytes ${part.start}-${part.end}/${size}` }
  })
})

/** The bytes, held open from before the answer begins until it has ended, with its body or without. */
const opened = Effect.fnUntraced(function* (
  read: (typeof Assets.Service)["read"],
  asset: Asset,
  range: ByteRange | undefined
) {
  const response = NodeHttpServerRequest.toServerResponse(yield* HttpServerRequest.HttpServerRequest)
  const scope = yield* Scope.make()
  const close = Scope.close(scope, Exit.void)
  const body = yield* read(asset, range).pipe(
    Effect.provideService(Scope.Scope, scope),
    Effect.onError(() => close)
  )
  // The body of an answer to HEAD, or to a client that is gone, never runs.
  const runAside = Effect.runForkWith(yield* Effect.context<never>())
  if (response.destroyed) yield* close
  else response.once("close", () => void runAside(close))
  return Stream.ensuring(body, close)
})
