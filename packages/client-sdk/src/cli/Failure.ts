import { FleetError } from "../FleetError.ts"

/** What the process ends with. */
export const exit = {
  done: 0,
  /** Refused, failed, or something is wrong in the configuration. */
  failed: 1,
  /** The command line is not understood. */
  usage: 2,
  /** Nobody is signed in, or the credential does not allow this. */
  notAllowed: 3,
  /** The service or the robot cannot be reached. */
  unreachable: 4,
  /** Ended by Ctrl-C. */
  interrupted: 130
} as const

/** Ends a command with a message, and with what to do next. */
export class Failure extends Error {
  readonly code: number
  readonly hint: string | undefined

  constructor(message: string, options: { readonly code?: number; readonly hint?: string | undefined } = {}) {
    super(message)
    this.code = options.code ?? exit.failed
    this.hint = options.hint
  }
}

export const usageFailure = (message: string, hint?: string) => new Failure(message, { code: exit.usage, hint })

const signIn = "Sign in with `fleet login --url <address>`."

const details = (error: FleetError): ReadonlyArray<string> => {
  if (error.is("parameter_invalid")) {
    const { more = 0, violations } = error.details
    const lines = violations.map(({ field, message }) => `  ${field}: ${message}`)
    return more === 0 ? lines : [...lines, `  and ${more} more`]
  }
  if (error.is("busy") && "running" in error.details)
    return [`  Job ${error.details.running.id} runs since ${error.details.running.started_at}.`]
  return []
}

const explain = (error: FleetError, withKey: boolean): { readonly code: number; readonly hint?: string } => {
  switch (error.code) {
    case "signed_out":
    case "token_expired":
    case "token_revoked":
      return { code: exit.notAllowed, hint: signIn }
    case "unauthorized":
      return {
        code: exit.notAllowed,
        hint: withKey
          ? "The key is not known or was rotated, or it is a server key, which configures nothing: see `fleet login`."
          : signIn
      }
    case "forbidden":
    case "capability_required":
    case "tier_required":
      return {
        code: exit.notAllowed,
        ...(withKey ? { hint: "A server key reads and runs; a developer's session configures: `fleet login`." } : {})
      }
    case "network_error":
    case "timeout":
    case "connection_lost":
    case "invalid_answer":
      return { code: exit.unreachable, hint: "Check the address (`--url`) and the network." }
    case "robot_offline":
      return { code: exit.unreachable, hint: "Start its bridge, or see `fleet robots` for what is online." }
    case "bridge_timeout":
      return { code: exit.unreachable, hint: "The robot is connected and did not answer in time. Try again." }
    case "busy":
      return { code: exit.failed, hint: "Wait for it or cancel it first." }
    case "parameter_invalid":
      return { code: exit.failed, hint: "Give parameters as `--param name=value`." }
    case "unknown_slug":
    case "unknown_datapoint":
      return { code: exit.failed, hint: "`fleet config pull <robot> --published` shows what the robot exposes." }
    default:
      return { code: exit.failed }
  }
}

/** Any thrown value as a message and an exit code. */
export const failureOf = (error: unknown, withKey: boolean): Failure => {
  if (error instanceof Failure) return error
  if (FleetError.is(error)) {
    const message = [`${error.message} (${error.code})`, ...details(error)].join("\n")
    const { code, hint } = explain(error, withKey)
    return new Failure(message, { code, hint })
  }
  return new Failure(error instanceof Error ? error.message : String(error))
}
