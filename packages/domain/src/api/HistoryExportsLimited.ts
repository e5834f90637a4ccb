import { HttpApiMiddleware } from "effect/http-api"
import { CurrentCaller } from "../Caller.ts"
import { RateLimited } from "../Errors.ts"

/** Counts exports of histories by caller. */
export class HistoryExportsLimited extends HttpApiMiddleware.Service<
  HistoryExportsLimited,
  { requires: CurrentCaller }
>()("@fleet/domain/HistoryExportsLimited", { error: RateLimited }) {}
