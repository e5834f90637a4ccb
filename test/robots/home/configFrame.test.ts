import { assert, layer } from "@effect/vitest"
import { maxBridgeFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { VersionStore } from "@fleet/server/robots/config/VersionStore"
import { DateTime, Effect } from "effect"
import { aConnectedRobot, aRobot, detail, source, type World } from "../jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { broadcastNow } from "../../support/broadcastNow.ts"

const draft = ({ as, path }: Pick<World, "as" | "path">, text: string) =>
  call("PUT", `${path}/config/draft`, { as, body: { source: text } })
const read = ({ as, path }: Pick<World, "as" | "path">) => call("GET", `${path}/config/draft`, { as })
const publish = ({ as, path }: Pick<World, "as" | "path">) => call("POST", `${path}/config/publish`, { as })

const tooBig = {
  path: "(document)",
  slug: null,
  code: "too_big",
  message: "With its aliases expanded the document exceeds the 1 MiB that a robot's bridge takes.",
  severity: "error"
}

const errors = (answer: { readonly body: any }) =>
  (answer.body.issues ?? answer.body.details.issues).filter(({ severity }: any) => severity === "error")

/** A document whose config frame has so many bytes: mostly characters of three bytes. */
const sized = (bytes: number, version: number) => {
  const doc = { platform: 1, messages: { note: { text: "" } } }
  const room = bytes - Buffer.byteLength(JSON.stringify({ type: "config", version, doc }))
  doc.messages.note.text = "€".repeat(Math.floor(room / 3)) + "x".repeat(room % 3)
  return `platform: 1\nmessages: {note: {text: ${doc.messages.note.text}}}\n`
}

/** 15 KB of text whose aliases stand for more than a bridge takes. */
const aliased = `platform: 1
messages:
  one: {list: &a [${Array.from({ length: 1200 }, () => "10000000").join(", ")}]}
  two: {list: [${Array.from({ length: 110 }, () => "*a").join(", ")}]}
`

layer(TestApp, { timeout: "60 seconds" })("the configuration frame", (it) => {
  it.effect(
    "the configuration frame has at most 1 MiB: what would exceed it is an issue of the draft, and is not published",
    () =>
      Effect.gen(function* () {
        const { bridge, ...world } = yield* aConnectedRobot
        const text = sized(maxBridgeFrame + 1, 2)
        assert.isBelow(text.length, 391_000)
        assert.deepStrictEqual(errors(yield* draft(world, text)), [tooBig])
        assert.deepStrictEqual(errors(yield* read(world)), [tooBig])
        const refused = yield* publish(world)
        assert.deepStrictEqual([refused.status, refused.body.code], [422, "validation_error"])
        assert.deepStrictEqual(refused.body.details.issues, [tooBig])
        assert.strictEqual((yield* detail(world)).config.published_version, 1)

        assert.isEmpty(errors(yield* draft(world, sized(maxBridgeFrame, 2))))
        assert.isEmpty(errors(yield* read(world)))
        assert.strictEqual((yield* publish(world)).body.version, 2)
        const frame = yield* bridge.next("config")
        assert.strictEqual(Buffer.byteLength(JSON.stringify(frame)), maxBridgeFrame)
      })
  )

  it.effect("the configuration frame counts the digits of the version it would be", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      for (let version = 2; version <= 9; version++) {
        yield* draft(world, `${source}# ${version}\n`)
        assert.strictEqual((yield* publish(world)).body.version, version)
      }
      assert.deepStrictEqual(errors(yield* draft(world, sized(maxBridgeFrame, 9))), [tooBig])
      assert.strictEqual((yield* publish(world)).status, 422)
      yield* draft(world, sized(maxBridgeFrame, 10))
      assert.strictEqual((yield* publish(world)).status, 200)
    })
  )

  it.effect("the configuration frame is measured with the aliases expanded", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      assert.isBelow(aliased.length, 15_000)
      assert.deepStrictEqual(errors(yield* draft(world, aliased)), [tooBig])
      assert.deepStrictEqual(errors(yield* publish(world)), [tooBig])
    })
  )
})

/** A version as an older cloud has published it. */
const store = Effect.fnUntraced(function* ({ orgId, robot }: World, version: number, doc: object) {
  const versions = yield* VersionStore
  yield* versions.insert({
    orgId,
    robotId: robot.id,
    version,
    published_at: yield* DateTime.now,
    source: "",
    publish_key: null,
    doc,
    issues: [],
    issues_more: 0
  })
  broadcastNow(yield* Bus, { type: "config_published", robotId: robot.id, version })
}, Effect.provide(VersionStore.layer))

layer(TestApp, { timeout: "60 seconds" })("a version published under older rules", (it) => {
  it.effect("a version published under older rules goes on being served, whatever it holds", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const camera = {
        source: { kind: "v4l2", device: "/dev/video0" },
        width: 640,
        height: 480,
        fps: 29.97,
        bitrate_kbps: 500,
        snapshot_interval_seconds: 5
      }
      const doc = { platform: 1, cameras: { front: camera }, tomorrow: { x: 1 } }
      yield* store(world, 2, doc)
      const bridge = yield* connectBridge(world.bridgeToken)
      assert.deepStrictEqual<unknown>((yield* bridge.next("config")).doc, doc)
      assert.strictEqual((yield* detail(world)).exposes.cameras, 1)
      const { body } = yield* call("GET", `${world.path}/config/versions/2`, { as: world.as })
      assert.deepStrictEqual(body.doc, doc)
    })
  )

  it.effect("a version published under older rules that no bridge takes is not sent, and the bridge stays", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* aConnectedRobot
      yield* store(world, 2, { platform: 1, messages: { note: { text: "x".repeat(maxBridgeFrame) } } })
      yield* bridge.sync
      assert.strictEqual((yield* detail(world)).config.published_version, 2)
      const newer = yield* connectBridge(world.bridgeToken)
      yield* newer.sync
      assert.isUndefined([...bridge.frames, ...newer.frames].find(({ type }) => type === "config"))
      assert.isTrue((yield* detail(world)).bridge_state.online)
    })
  )
})
