import { Effect, Option, Schema } from "effect"
import { get } from "node:http"
import { parseAddress, type StatusAddress } from "../status/StatusServer.ts"
import { failed, type Finding, ok, warning } from "./Check.ts"

const Health = Schema.Struct({ ok: Schema.Boolean, version: Schema.String, reasons: Schema.Array(Schema.String) })
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Health))

/** Of an answer that is longer, nothing is read. */
const maxCharacters = 65_536

/** The answer to a health request; null where no server listens. */
const askHealth = (host: string, port: number) =>
  Effect.callback<string | null>((resume) => {
    const request = get({ host, port, path: "/healthz" }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (more: string) => {
        text += more
        if (text.length > maxCharacters) response.destroy()
      })
      response.on("close", () => resume(Effect.succeed(text)))
    })
    request.on("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.succeed(error.code === "ECONNREFUSED" ? null : ""))
    )
    return Effect.sync(() => request.destroy())
  })

/** Where the bridge serves its status: whether one runs already and is well, and whether the address is free. */
export const checkStatusAddress = (where: StatusAddress, timeoutMs: number): Effect.Effect<Finding> =>
  Effect.gen(function* () {
    const { host, port } = yield* parseAddress(where)
    if (port === 0) return ok("status", "It is served at any free port.")
    const answer = yield* askHealth(host, port).pipe(
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.succeed("") })
    )
    if (answer === null) return ok("status", `No bridge serves its status at ${where.address} now.`)
    const health = Option.getOrUndefined(decode(answer))
    if (health === undefined) {
      return failed("status", `Another program listens at ${where.address}.`, "Give another --status.")
    }
    if (health.ok) return ok("status", `A bridge ${health.version} runs, and is linked to both sides.`)
    return warning("status", `A bridge ${health.version} runs: ${health.reasons.join("; ")}.`, "Look at its log.")
  }).pipe(Effect.catch(({ message }) => Effect.succeed(failed("status", message, "Give another --status."))))
