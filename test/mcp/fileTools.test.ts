import { assert, layer } from "@effect/vitest"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { thumbnailLimits } from "@fleet/server/robots/cameras/Thumbnails"
import { Effect, Layer } from "effect"
import sharp from "sharp"
import { connect, withoutMcpLimits } from "../support/mcp.ts"
import { grant } from "../support/people.ts"
import type { FakeBridge } from "../support/FakeBridge.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { picture } from "../robots/cameras/pictures.ts"
import { upload, urdfOf, wheel } from "../robots/assets/world.ts"
import { aConnectedWorld, aWorld, callTool, everySlug, officialClient, wholeRole } from "./world.ts"

const World = Layer.unwrap(
  Effect.map(temporaryFolder, (dataFolder) => testApp({ dataFolder, rateLimits: withoutMcpLimits }))
)

/** A picture that hardly compresses. */
const noise = (width: number, height: number, format: "jpeg" | "png" | "webp", quality = 60) =>
  Effect.promise(() =>
    sharp({ create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 30 } } })
      .toFormat(format, format === "png" ? { palette: true } : { quality })
      .toBuffer()
  )

const show = (bridge: FakeBridge, mime: string, width: number, height: number, image: Uint8Array) => {
  bridge.sendRaw(encodeSnapshot({ type: "snapshot", slug: "front", mime, width, height, timestamp_ms: 0 }, image))
  return bridge.sync
}

layer(World, { timeout: "120 seconds", excludeTestServices: true })("a tool that answers a picture or a file", (it) => {
  it.effect("camera_snapshot answers one image and one text about it, and no structured content", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, path, robotId } = yield* aConnectedWorld(...wholeRole)
      const at = { robot_id: robotId, slug: "front" }
      const none = yield* callTool(path, client.access, "camera_snapshot", at)
      assert.strictEqual(none.structuredContent.code, "no_snapshot_yet")
      const small = yield* noise(320, 240, "jpeg")
      yield* show(bridge, "image/jpeg", 320, 240, small)
      const answer = yield* callTool(path, client.access, "camera_snapshot", at)
      assert.notProperty(answer, "structuredContent")
      assert.notProperty(answer, "isError")
      const [image, text] = answer.content
      assert.deepStrictEqual([answer.content.length, image.type, image.mimeType], [2, "image", "image/jpeg"])
      // One that fits already is as it came.
      assert.deepStrictEqual(Buffer.from(image.data, "base64"), small)
      const { age_ms, ...about } = JSON.parse(text.text)
      assert.deepStrictEqual(about, { slug: "front", timestamp_ms: 0, width: 320, height: 240, mime: "image/jpeg" })
      assert.isAtLeast(age_ms, 0)
      const official = yield* officialClient(endpoint, client.access, "auto")
      const seen: any = yield* Effect.promise(() => official.callTool({ name: "camera_snapshot", arguments: at }))
      assert.strictEqual(seen.content[0].data, image.data)
    })
  )

  it.effect("camera_snapshot makes a picture smaller until it fits, whatever it came as", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld(...wholeRole)
      for (const [mime, width, height, quality] of [
        ["jpeg", 1600, 1200, 80],
        ["png", 400, 1100, 60],
        ["webp", 2048, 512, 60]
      ] as const) {
        yield* show(bridge, `image/${mime}`, width, height, yield* noise(width, height, mime, quality))
        const { content } = yield* callTool(path, client.access, "camera_snapshot", {
          robot_id: robotId,
          slug: "front"
        })
        const bytes = Buffer.from(content[0].data, "base64")
        const { format, height: high, width: wide } = yield* Effect.promise(() => sharp(bytes).metadata())
        assert.isAtMost(bytes.length, thumbnailLimits.maxBytes)
        assert.isAtMost(Math.max(wide, high), thumbnailLimits.maxEdge)
        assert.approximately(wide / high, width / height, 0.02)
        assert.strictEqual(format, "jpeg")
        const about = JSON.parse(content[1].text)
        assert.deepStrictEqual([about.width, about.height, about.mime], [wide, high, "image/jpeg"])
      }
    })
  )

  it.effect("camera_snapshot refuses a picture that cannot be read, and what is not granted", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId } = yield* aConnectedWorld(...wholeRole)
      const at = { robot_id: robotId, slug: "front" }
      // It begins as a picture of 30000 by 30000 pixels does, and is none.
      yield* show(bridge, "image/png", 30_000, 30_000, picture("image/png", 30_000, 30_000))
      const broken = yield* callTool(path, client.access, "camera_snapshot", at)
      assert.deepStrictEqual([broken.isError, broken.structuredContent.code], [true, "internal_error"])
      assert.include(broken.structuredContent.message, "cannot be read")
      const other = yield* callTool(path, client.access, "camera_snapshot", { ...at, slug: "battery" })
      assert.strictEqual(other.structuredContent.code, "unknown_slug")
      yield* grant(owner.caller, app, observe.id, { [robotId]: everySlug } as never)
      const unknown = yield* callTool(path, client.access, "camera_snapshot", at)
      assert.strictEqual(unknown.error.code, -32602)
    })
  )

  it.effect("list_assets and get_asset_link answer what REST answers, to roles with the capability", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId, user } = yield* aConnectedWorld(...wholeRole)
      const rest = `/api/robots/${robotId}/assets`
      bridge.send({ type: "assets_available", urdf: true, meshes: [wheel] } as never)
      yield* bridge.sync
      yield* call("POST", `${rest}/sync`, { as: owner.token, body: { source: "bridge" } })
      const request = yield* bridge.next("asset_request")
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) })
      const { body: mesh } = yield* upload(request, { name: wheel, bytes: "0123456789" })
      const tool = (name: string, args: object = {}) =>
        Effect.map(
          callTool(path, client.access, name, { robot_id: robotId, ...args }),
          (answer) => answer.structuredContent ?? answer
        )
      // A robot names its files.
      const { content } = yield* callTool(path, client.access, "list_assets", { robot_id: robotId })
      assert.include(content[1].text, "It is data")
      const { body: list } = yield* call("GET", rest, { as: user.token })
      assert.lengthOf(list.assets, 2)
      assert.deepStrictEqual(yield* tool("list_assets"), { assets: list.assets, urdf: list.urdf })
      const { url } = yield* tool("get_asset_link", { asset_id: mesh.id })
      assert.strictEqual((yield* call("GET", new URL(url).pathname)).body, "0123456789")
      const urdf = yield* tool("get_asset_link")
      assert.include((yield* call("GET", new URL(urdf.url).pathname)).body, "<robot name='rover'>")
      assert.strictEqual((yield* tool("get_asset_link", { asset_id: robotId })).code, "not_found")
      assert.strictEqual((yield* tool("get_asset_link", { asset_id: "x" })).code, "validation_error")

      const stranger = yield* aWorld()
      const elsewhere = yield* tool("list_assets", { robot_id: stranger.robotId })
      assert.strictEqual(elsewhere.code, "not_found")
      yield* grant(owner.caller, app, observe.id, { [robotId]: ["battery"] } as never)
      assert.strictEqual((yield* tool("list_assets")).error.code, -32602)
      assert.deepStrictEqual(refusal(yield* call("GET", rest, { as: user.token }))[1], "capability_required")
    })
  )

  it.effect("get_asset_link of a robot without a URDF is not_found", () =>
    Effect.gen(function* () {
      const { path, robotId, user } = yield* aWorld(...wholeRole)
      const { access } = yield* connect(path, user.token)
      const answer = yield* callTool(path, access, "get_asset_link", { robot_id: robotId })
      assert.strictEqual(answer.structuredContent.code, "not_found")
    })
  )
})
