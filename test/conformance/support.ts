import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { ownBridge, restartable } from "@fleet/bridge/conformance/BridgeUnderTest"
import type { Result } from "@fleet/bridge/conformance/Report"
import { rules } from "@fleet/bridge/conformance/rules/index"
import { runRules } from "@fleet/bridge/conformance/runRules"
import { type ScriptedCloud, startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AddressInfo } from "node:net"
import { availableParallelism, loadavg } from "node:os"
import { WebSocket, WebSocketServer } from "ws"
import { effort } from "../support/effort.ts"

export const token = "rbt_conformance"

/**
 * Broken bridges mostly wait, each with a cloud, a robot and ports of its own: four of a file at a time. What never comes
 * is waited for as many times as long as the computer is busy.
 */
export const describeBroken = (name: string, tests: () => void) =>
  describe.concurrent(name, { timeout: 600_000 }, tests)

/** More of a family of broken bridges: one of each runs for a change, all run nightly. */
export const nightly = it.live.skipIf(effort < 2)

/** Pictures pass as JPEG where there is none, on every computer that runs these tests alike. */
const ffmpeg = "no-ffmpeg-here"

/** What a dishonest proxy makes of a frame: the frames that go on instead, bytes as a binary frame. */
export interface Tampering {
  readonly up?: (frame: BridgeMessage & Record<string, unknown>) => ReadonlyArray<object>
  readonly down?: (frame: CloudMessage) => ReadonlyArray<object>
  readonly still?: (frame: Buffer) => ReadonlyArray<Uint8Array>
}

/** Stands between a bridge and the cloud, and changes what passes. */
const startProxy = Effect.fnUntraced(function* (cloud: ScriptedCloud, { down, still, up }: Tampering) {
  const server = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const made: WebSocketServer = new WebSocketServer({ host: "127.0.0.1", port: 0 }, () =>
        resume(Effect.succeed(made))
      )
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        for (const socket of server.clients) socket.terminate()
        server.close(() => resume(Effect.void))
      })
  )
  const changed = (text: string, change: ((frame: never) => ReadonlyArray<object>) | undefined) =>
    change === undefined
      ? [text]
      : change(JSON.parse(text) as never).map((frame) => (frame instanceof Uint8Array ? frame : JSON.stringify(frame)))
  const code = (received: number) => (received === 1005 || received === 1006 ? 1000 : received)
  server.on("connection", (near) => {
    const far = new WebSocket(`${cloud.url.replace("http", "ws")}/bridge`)
    const waiting: Array<string | Uint8Array> = []
    near.on("message", (data: Buffer, isBinary) => {
      for (const frame of isBinary ? (still?.(data) ?? [data]) : changed(String(data), up)) {
        if (far.readyState === WebSocket.OPEN) far.send(frame)
        else waiting.push(frame)
      }
    })
    far.on("open", () => waiting.forEach((frame) => far.send(frame)))
    far.on("message", (data) => changed(String(data), down).forEach((text) => near.send(text)))
    far.on("close", (received) => near.close(code(received)))
    near.on("close", (received) => far.close(code(received)))
    for (const socket of [near, far]) socket.on("error", () => {})
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

/** Robots and bridges wait for the processor behind all else that runs. */
const patience = () => Math.max(1, Math.ceil(loadavg()[0]! / availableParallelism() / 1.5))

/** Tries rules on this package's own bridge, behind a proxy where something is to be changed. */
export const tryOwn = Effect.fnUntraced(function* (
  ids: ReadonlyArray<string> | undefined,
  tampering?: Tampering,
  server: "foxglove" | "rosbridge" = "foxglove"
) {
  const cloud = yield* startScriptedCloud("127.0.0.1", 0)
  const robot = yield* startSimulator({ robot: "mobile", port: 0, seed: 1, rosbridgePort: 0 })
  const url = tampering === undefined ? cloud.url : yield* startProxy(cloud, tampering)
  const start = yield* Effect.provide(
    ownBridge({ url, token, ffmpeg, ros: server === "foxglove" ? robot.url : robot.rosbridgeUrl! }),
    NodeServices.layer
  )
  const results = yield* runRules(cloud, {
    token,
    restart: yield* restartable(start),
    robot,
    slow: false,
    // Asked at each wait: other work may come meanwhile.
    get patience() {
      return patience()
    },
    rules: ids === undefined ? rules : rules.filter(({ id }) => ids.includes(id)),
    onResult: () => Effect.void
  })
  return results
})

/** The rules that are tried on the test's clock: no robot is needed, and nothing of the computer's that takes its time. */
export const onTestClock = rules.filter(
  ({ id, needs }) => !needs.includes("robot") && !/^(?:assets|camera|snapshot)\./.test(id)
)

/** What did not pass, with why. */
export const failures = (results: ReadonlyArray<Result>) =>
  results.filter(({ verdict }) => verdict === "failed").map(({ message, rule }) => `${rule.id}: ${message}`)

/** The rules that failed, by their ids. */
export const failedIds = (results: ReadonlyArray<Result>) =>
  results.filter(({ verdict }) => verdict === "failed").map(({ rule }) => rule.id)

/** That these rules failed, no other of those tried, and that the report says what was wrong. */
export const assertFailed = (results: ReadonlyArray<Result>, expected: Readonly<Record<string, string>>) => {
  assert.deepStrictEqual(failedIds(results), Object.keys(expected))
  for (const { message, rule } of results) {
    const words = expected[rule.id]
    if (words !== undefined) assert.include(message, words)
  }
}
