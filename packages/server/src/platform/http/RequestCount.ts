import type { Caller } from "@fleet/domain/Caller"
import { Context } from "effect"

/** Counts the requests of proven callers, where the status of the answer is known. Synchronous, once for each request. */
export class RequestCount extends Context.Service<
  RequestCount,
  { readonly answered: (caller: Caller, status: number) => void }
>()("@fleet/server/RequestCount") {}
