import type { FrameDetails, RefusalDetails } from "./errors.gen.ts"
import type { ProviderError } from "./ProviderError.ts"

/** Failures the SDK itself reports: nothing was answered, so `status` is 0. */
export interface LocalDetails {
  /** The request did not reach the service, or its answer did not come back. */
  readonly network_error: undefined
  /** No answer within `timeoutMs`. */
  readonly timeout: undefined
  /** The socket closed before the answer came; the command may or may not have been carried out. */
  readonly connection_lost: undefined
  /** Nobody is signed in. */
  readonly signed_out: undefined
  /** An answer that is not the service's, from a proxy for instance. */
  readonly invalid_answer: undefined
  /** The way back from the portal does not fit the way there: begin the sign-in again. */
  readonly sign_in_interrupted: undefined
  /** A sign-in with an identity provider failed; `error` says why. */
  readonly sign_in_refused: { readonly error: ProviderError | (string & {}) }
  /** The client was closed. */
  readonly closed: undefined
}

/** What each code carries. */
export interface ErrorDetails extends RefusalDetails, FrameDetails, LocalDetails {}

/** Every code the SDK knows. A robot may answer codes of its own. */
export type ErrorCode = keyof ErrorDetails

/** What `details` is for a code; unknown for one that the SDK does not know. */
export type DetailsOf<Code> = Code extends ErrorCode ? ErrorDetails[Code] : unknown

const brand: unique symbol = Symbol.for("@fleet/sdk/FleetError") as never

/** Why a call failed: `code` says it, `details` fits the code. Thrown by everything in this package. */
export class FleetError<Code extends string = string> extends Error {
  override readonly name = "FleetError"
  readonly [brand] = true
  readonly code: Code
  /** The HTTP status, or 0 where no HTTP answer came. */
  readonly status: number
  readonly details: DetailsOf<Code>
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined
  /** Where the service explains the code; undefined for what the SDK itself reports. */
  readonly docsUrl: string | undefined

  constructor(
    code: Code,
    message: string,
    rest: {
      status?: number
      details?: unknown
      requestId?: string | undefined
      cause?: unknown
      /** The service that refused. */
      baseUrl?: string
    } = {}
  ) {
    super(message, rest)
    this.docsUrl = rest.baseUrl && `${rest.baseUrl}/docs/errors#error-${code}`
    this.code = code
    this.status = rest.status ?? 0
    this.details = rest.details as DetailsOf<Code>
    this.requestId = rest.requestId
  }

  /** Narrows to one code, and `details` with it. */
  is<Asked extends ErrorCode>(code: Asked): this is FleetError<Asked> {
    return (this.code as string) === code
  }

  /** Whether a thrown value is a FleetError, of any copy of this package. */
  static is(value: unknown): value is FleetError {
    return typeof value === "object" && value !== null && brand in value
  }
}
