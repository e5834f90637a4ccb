import type { SubscribeErrorCode } from "@fleet/domain/realtime/ServerMessages"
import { FleetError, type LocalDetails } from "../FleetError.ts"

/** A failure that is not an answer of a REST route, catchable by its code as tag. */
export class Failure<Code extends string> extends Error {
  readonly _tag: Code
  readonly details: unknown

  constructor(code: Code, error: FleetError) {
    super(error.message, { cause: error })
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the key that `Effect.catchTag` reads
    this._tag = code
    this.details = error.details
  }
}

type Each<Code extends string> = Code extends unknown ? Failure<Code> : never

/** Why a request did not get as far as an answer. */
export type LocalFailure = Each<keyof LocalDetails>

/** Why a stream ended. */
export type StreamFailure = Each<
  keyof LocalDetails | SubscribeErrorCode | "token_revoked" | "token_expired" | "org_locked"
>

/** The failure that stands for what the promise engine threw. Anything else is a defect and is thrown on. */
export const failureOf = <Expected extends Failure<string>>(error: unknown): Expected => {
  if (!FleetError.is(error)) throw error
  return new Failure(error.code, error) as Expected
}
