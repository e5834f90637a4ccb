import { type ApiError } from "@fleet/domain/Errors"
import { WaitlistRequest } from "@fleet/domain/Waitlist"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { exchange } from "../../../platform/pages/Exchange.ts"
import { type Facts, factsOf } from "../../../platform/pages/FormResults.ts"
import { problemOf } from "../../../platform/pages/Problems.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import type { Sealing } from "../../../platform/crypto/Sealing.ts"
import { closedPage, listedPage } from "./signUpPages.ts"
import { currentReader, endPage, showPortalResult } from "./StepHttp.ts"
import { Waitlist } from "./Waitlist.ts"

const name = "waitlist"

/** The waitlist's form: what /api/waitlist is, for a page. */
export const waitlistForm = {
  name,
  post: exchange<
    typeof WaitlistRequest.Type,
    void,
    never,
    Waitlist | HttpServerRequest.HttpServerRequest | Sealing | Settings
  >({
    body: WaitlistRequest,
    bucket: "waitlist",
    handle: ({ email }) => Effect.flatMap(Waitlist, (waitlist) => waitlist.join(email)),
    json: () => HttpServerResponse.empty({ status: 202 }),
    page: () => showPortalResult(name, {}, null),
    refused: (error, given) =>
      error._tag === "forbidden" ? endPage(error) : showPortalResult(name, factsOf(given), error)
  }),
  show: Effect.fnUntraced(function* ({ email }: Facts, error: ApiError | null) {
    const reader = yield* currentReader
    const { consoleOrigin } = yield* Settings
    if (error === null) return listedPage(reader, consoleOrigin)
    return closedPage(reader, consoleOrigin, { email, problem: problemOf(error, reader.locale) })
  })
}
