import { BridgeFrame } from "@fleet/bridge-protocol/BridgeMessages"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { Effect, Redacted, Schema } from "effect"
import { openCloudSocket } from "../cloud/CloudSocket.ts"
import { readFrame } from "../cloud/Incoming.ts"
import { bridgeVersion } from "../Version.ts"
import { type Finding, failed, ok, warning, within } from "./Check.ts"

const encode = Schema.encodeSync(BridgeFrame)
const form = /^rbt_[A-Za-z0-9_-]{43}$/

/** Whether the text can be a robot's token at all. */
export const checkTokenForm = (token: Redacted.Redacted): Finding =>
  form.test(Redacted.value(token))
    ? ok("token", "It has the form of a robot's token. Only a hello proves it: --hello.")
    : failed(
        "token",
        "This is no robot's token.",
        "It is rbt_ and 43 characters, shown once when the robot is made or its token rotated."
      )

const advice = {
  invalid_token: "Rotate the robot's token, and give the new one.",
  bridge_too_old: "Update this program.",
  protocol_mismatch: "Update this program.",
  org_locked: "An Owner of the organisation must act.",
  invalid_frame: "Update this program."
}

const hello = Effect.fnUntraced(function* (url: string, token: Redacted.Redacted) {
  const socket = yield* openCloudSocket(url)
  socket.send(
    encode({
      type: "hello",
      protocol_version: PROTOCOL_VERSION,
      token: Redacted.value(token),
      bridge_version: bridgeVersion,
      active_jobs: []
    }),
    () => {}
  )
  while (true) {
    const received = yield* socket.receive
    const frame = received.kind === "text" ? readFrame(received.text) : undefined
    if (frame?.kind !== "message") continue
    const { message } = frame
    if (message.type === "hello_ok") return ok("token hello", `The cloud knows this robot: ${message.robot_id}.`)
    if (message.type === "hello_error") {
      return failed(
        "token hello",
        `The cloud refuses the hello: ${message.message} (${message.code}).`,
        advice[message.code]
      )
    }
  }
}, Effect.scoped)

/**
 * Says hello as this robot, and leaves. It is the one proof of a token that the protocol has, and it takes the robot's
 * place: a bridge that runs with this token is ended for good.
 */
export const checkHello = (
  url: string,
  token: Redacted.Redacted,
  timeoutMs: number
): Effect.Effect<ReadonlyArray<Finding>> =>
  within(
    "token hello",
    timeoutMs,
    hello(url, token).pipe(
      Effect.map((finding) => [finding]),
      Effect.catchTag("ConnectFailed", ({ message }) =>
        Effect.succeed([failed("token hello", `No connection: ${message}.`, "Mend the way to the cloud first.")])
      ),
      Effect.catchTag("SocketClosed", ({ code, reason }) =>
        Effect.succeed([
          warning(
            "token hello",
            `The cloud ended the connection (${code} ${reason}).`,
            "Try again; see the cloud's log."
          )
        ])
      )
    )
  )
