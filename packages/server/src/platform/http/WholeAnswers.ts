import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Settings } from "../settings/Settings.ts"
import { requestAddress } from "./callerAddress.ts"
import { refuse } from "./Envelope.ts"
import type { RequestCaller } from "./RequestCaller.ts"
import { countedFrom, readerOf, UnreadAnswers } from "./UnreadAnswers.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Counts a large answer of the router as under way until its connection is done with it, or refuses it where there is no room. */
export const makeWholeAnswers = Effect.gen(function* () {
  const unread = yield* UnreadAnswers
  const { trustedProxies } = yield* Settings

  return (response: Response, request: HttpServerRequest.HttpServerRequest, { caller }: RequestCaller): Response => {
    const { body } = response
    if (body._tag !== "Uint8Array" || body.contentLength <= countedFrom) return response
    const release = unread.bytes.admit(readerOf(caller, requestAddress(request, trustedProxies)), body.contentLength)
    if (release === null) return refuse(unread.refusal())
    NodeHttpServerRequest.toServerResponse(request).once("close", release)
    return response
  }
})
