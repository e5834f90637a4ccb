import { assert, layer } from "@effect/vitest"
import { maxBridgeFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aRobot, auditOf, publish, start } from "./world.ts"

/** A million bytes, in a third as many characters. */
const large = "€".repeat(333_333)

const source = `platform: 1
actions:
  say:
    ros_name: /say
    type: a/action/Say
    message: {text: "\${text}", "on": "\${lamp}"}
    parameters: {text: {type: string}, lamp: {type: bool, default: true}}
  tell:
    ros_name: /tell
    type: a/action/Say
    message: {text: "\${text}", more: "\${more}"}
    parameters: {text: {type: string, default: ${large}}, more: {type: string}}
services:
  ask:
    ros_name: /ask
    type: a/srv/Ask
    message: {text: "\${text}"}
    parameters: {text: {type: string}}
publishers:
  speak:
    topic: /speak
    type: a/msg/Say
    message: {text: "\${text}", more: "\${more}"}
    parameters: {text: {type: string}, more: {type: string, default: ""}}
    failsafe: {timeout_ms: 500, message: {}}
    quiet_timeout_ms: 60000
`

const speakers = Effect.gen(function* () {
  const world = yield* aRobot
  yield* publish(world.owner.caller, world.robot.id, source)
  return world
})

const connected = Effect.gen(function* () {
  const world = yield* speakers
  return { ...world, bridge: yield* connectBridge(world.bridgeToken) }
})

const tooLarge = (field: string) => ({
  field,
  rule: "too_large",
  message: "The command exceeds the 1 MiB that a robot's bridge takes."
})

/** The text that makes the frame of a command so many bytes. */
const filling = (frame: object, bytes: number, unit = "x") => {
  const room = bytes - Buffer.byteLength(JSON.stringify(frame))
  return unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + "x".repeat(room % Buffer.byteLength(unit))
}

const invoke = (slug: string, params: object, patience_ms = 15_000) => ({
  type: "invoke",
  job_id: randomUUID(),
  slug,
  params,
  patience_ms
})

layer(TestApp, { timeout: "60 seconds" })("a command", (it) => {
  it.effect("a command of 1 MiB reaches the bridge, and one byte more is refused before anything is stored", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* connected
      for (const unit of ["x", "€"]) {
        const text = filling(invoke("say", { text: "", lamp: true }), maxBridgeFrame, unit)
        const refused = yield* start(world, "say", { params: { text: `${text}x` } })
        assert.deepStrictEqual([refused.status, refused.body.code], [400, "parameter_invalid"])
        assert.deepStrictEqual(refused.body.details.violations, [tooLarge("text")])
        assert.isNull((yield* call("GET", `${world.path}/jobs/say`, { as: world.as })).body.job)
      }
      assert.isEmpty((yield* call("GET", `${world.path}/jobs/history`, { as: world.as })).body.runs)
      assert.isEmpty(yield* auditOf(world, "action.invoked"))

      const text = filling(invoke("say", { text: "", lamp: true }), maxBridgeFrame, "€")
      assert.strictEqual((yield* start(world, "say", { params: { text } })).status, 202)
      const frame = yield* bridge.next("invoke")
      assert.strictEqual(Buffer.byteLength(JSON.stringify(frame)), maxBridgeFrame)
      assert.strictEqual(frame.params["text"], text)
    })
  )

  it.effect("a command that is too large is refused whether or not the robot is there, a service too", () =>
    Effect.gen(function* () {
      const world = yield* speakers
      const text = filling(invoke("ask", { text: "" }), maxBridgeFrame + 1)
      const refused = yield* start(world, "ask", { params: { text } })
      assert.deepStrictEqual(refused.body.details.violations, [tooLarge("text")])
      const fits = yield* start(world, "ask", { params: { text: text.slice(1) } })
      assert.strictEqual(fits.body.code, "robot_offline")
    })
  )

  it.effect("a command is too large by the defaults that are filled in, also over a socket", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* connected
      const client = yield* connectRealtime(world.as)
      const more = filling(invoke("tell", { text: large, more: "" }), maxBridgeFrame + 1)
      const command = { type: "invoke", request_id: "1", robot_id: world.robot.id, slug: "tell" }
      client.send({ ...command, params: { more } })
      const { code, details, ok } = yield* client.next("command_result")
      assert.deepStrictEqual([ok, code, details.violations], [false, "parameter_invalid", [tooLarge("text")]])
      client.send({ ...command, params: { more: more.slice(1) } })
      assert.isTrue((yield* client.next("command_result")).ok)
      assert.strictEqual((yield* bridge.next("invoke")).params["more"], more.slice(1))
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("a message", (it) => {
  it.effect("a message of 1 MiB reaches the bridge, and one byte more is refused and holds no publisher", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* connected
      const send = (as: string, message: object) =>
        call("POST", `${world.path}/publishers/speak`, { as, body: { message } })
      const more = filling({ type: "publish", slug: "speak", message: { text: "x", more: "" } }, maxBridgeFrame)
      const refused = yield* send(world.owner.token, { text: "x", more: `${more}x` })
      assert.deepStrictEqual([refused.status, refused.body.details.violations], [400, [tooLarge("more")]])
      assert.isEmpty(yield* auditOf(world, "publisher.acquired"))
      assert.strictEqual((yield* send(world.developer.token, { text: "x", more })).status, 204)
      const frame = yield* bridge.next("publish")
      assert.strictEqual(Buffer.byteLength(JSON.stringify(frame)), maxBridgeFrame)
      assert.isUndefined(bridge.frames.find(({ type }) => type === "publish"))
    })
  )
})
