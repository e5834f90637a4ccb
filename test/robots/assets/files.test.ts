import { assert, layer } from "@effect/vitest"
import { AssetLinks } from "@fleet/server/robots/assets/AssetLinks"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { loggedPath } from "@fleet/server/platform/http/loggedPath"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { createHash } from "node:crypto"
import { call, invalid, refusal } from "../../support/wire.ts"
import { anApp, auditOf } from "../world.ts"
import { aRobotWithFiles, AssetsApp, paint, png, upload, urdfOf, wheel } from "./world.ts"

const lost = "package://rover/meshes/lost%20&amp;%20found.stl"
const lostUri = "package://rover/meshes/lost%20&%20found.stl"

/** A robot with a URDF, a mesh and a texture; one mesh is missing. */
const aModel = Effect.gen(function* () {
  const world = yield* aRobotWithFiles()
  const request = yield* world.begin
  const urdf = urdfOf(wheel, lost)
  const put = (kind: string, name: string, bytes: string | Uint8Array) =>
    Effect.map(upload(request, { kind, name, bytes }), ({ body }) => body)
  return {
    ...world,
    request,
    urdf,
    description: yield* put("urdf", "robot_description", urdf),
    mesh: yield* put("mesh", wheel, "0123456789"),
    texture: yield* put("texture", paint, png),
    collada: yield* put("mesh", "package://rover/a.dae", "<COLLADA/>")
  }
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a file of a robot", (it) => {
  it.effect(
    "a file is answered with its type where no browser runs it, an ETag, and what keeps it from being run",
    () =>
      Effect.gen(function* () {
        const { as, collada, description, mesh, path, texture } = yield* aModel
        for (const [asset, type, disposition] of [
          [mesh, "model/stl", "attachment"],
          [texture, "image/png", "inline"],
          [collada, "application/octet-stream", "attachment"],
          [description, "application/octet-stream", "attachment"]
        ] as const) {
          const { headers, status } = yield* call("GET", `${path}/assets/${asset.id}`, { as })
          assert.strictEqual(status, 200)
          assert.strictEqual(headers.get("content-type"), type)
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          assert.strictEqual(headers.get("etag"), `"${asset.sha256}"`)
          assert.include(headers.get("content-security-policy"), "sandbox")
          assert.match(headers.get("content-disposition")!, new RegExp(`^${disposition};`))
        }
        assert.strictEqual(mesh.sha256, createHash("sha256").update("0123456789").digest("hex"))
      })
  )

  it.effect("a file is answered in part where one part of it is asked for", () =>
    Effect.gen(function* () {
      const { as, mesh, path } = yield* aModel
      const get = (headers: Readonly<Record<string, string>>) =>
        Effect.map(call("GET", `${path}/assets/${mesh.id}`, { as, headers }), ({ body, headers, status }) => [
          status,
          body,
          headers.get("content-range")
        ])
      const whole = [200, "0123456789", null]
      for (const [range, answer] of [
        ["bytes=0-0", [206, "0", "bytes 0-0/10"]],
        ["bytes=8-", [206, "89", "bytes 8-9/10"]],
        ["bytes=8-99", [206, "89", "bytes 8-9/10"]],
        ["bytes=-3", [206, "789", "bytes 7-9/10"]],
        ["bytes=-99", [206, "0123456789", "bytes 0-9/10"]],
        ["bytes=9-9", [206, "9", "bytes 9-9/10"]],
        ["bytes=10-", [416, null, "bytes */10"]],
        ["bytes=-0", [416, null, "bytes */10"]],
        ["bytes=2-1", whole],
        ["bytes=0-1,3-4", whole],
        ["lines=0-1", whole],
        ["bytes=-", whole]
      ] as const) {
        assert.deepStrictEqual(yield* get({ range }), answer as any, range)
      }
      const etag = `"${mesh.sha256}"`
      assert.strictEqual((yield* get({ "if-none-match": `"other", ${etag}` }))[0], 304)
      assert.strictEqual((yield* get({ range: "bytes=0-0", "if-range": etag }))[0], 206)
      assert.strictEqual((yield* get({ range: "bytes=0-0", "if-range": '"other"' }))[0], 200)
    })
  )

  it.effect("a URDF names an address for each file and is otherwise as it was", () =>
    Effect.gen(function* () {
      const { as, mesh, path, urdf } = yield* aModel
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { body, headers } = yield* call("GET", `${path}/urdf`, { as })
      assert.strictEqual(headers.get("content-type"), "application/xml")
      const missing = `${base}${path}/assets/missing?name=${encodeURIComponent(lostUri)}`
      assert.strictEqual(body, urdf.replace(wheel, `${base}${path}/assets/${mesh.id}`).replace(lost, missing))
      const gone = yield* call("GET", missing.slice(base.length), { as })
      assert.deepStrictEqual(refusal(gone), [404, "asset_missing"])
      const { list } = yield* aRobotWithFiles()
      assert.deepStrictEqual((yield* list).body.urdf, { present: false, mesh_count: 0, missing: [] })
    })
  )

  it.effect("a link needs no credential, and that of a URDF leads to links of its files that end with it", () =>
    Effect.gen(function* () {
      const { as, description, mesh, path } = yield* aModel
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const made = yield* call("POST", `${path}/urdf/link`, { as })
      assert.strictEqual(made.status, 201)
      assert.isTrue(made.body.url.startsWith(`${base}/api/asset-links/`))
      const endsInMs = Date.parse(made.body.expires_at) - Date.now()
      assert.isTrue(endsInMs > 800_000 && endsInMs <= 900_000)
      const urdf = yield* call("GET", made.body.url.slice(base.length))
      assert.strictEqual(urdf.headers.get("cache-control"), "no-store")
      const [linked, missing] = Array.from(urdf.body.matchAll(/filename="(http[^"]+)"/g), (match: any) => match[1])
      const links = yield* AssetLinks
      const expiresAtMs = Date.parse(made.body.expires_at)
      assert.strictEqual(linked, `${base}/api/asset-links/${links.tokenOf(mesh, expiresAtMs)}/wheel.stl`)
      assert.strictEqual((yield* call("GET", linked.slice(base.length))).body, "0123456789")
      assert.strictEqual(loggedPath(linked.slice(base.length)), "/api/asset-links/…/wheel.stl")
      const other = linked.slice(base.length).replace("wheel.stl", "anything.dae")
      assert.strictEqual((yield* call("GET", other, { headers: { range: "bytes=1-2" } })).body, "12")
      assert.deepStrictEqual(refusal(yield* call("GET", missing.slice(base.length))), [404, "asset_missing"])
      const direct = yield* call("POST", `${path}/assets/${description.id}/link`, { as })
      assert.include((yield* call("GET", direct.body.url.slice(base.length))).body, "/api/asset-links/")
    })
  )

  it.effect("every refusal of a link is the same", () =>
    Effect.gen(function* () {
      const { mesh } = yield* aModel
      const links = yield* AssetLinks
      const token = links.tokenOf(mesh, Date.now() + 60_000)
      assert.strictEqual((yield* call("GET", `/api/asset-links/${token}`)).status, 200)
      const gone = links.tokenOf({ ...mesh, id: crypto.randomUUID() as any }, Date.now() + 60_000)
      const answers = yield* Effect.forEach(
        [
          "x",
          token.slice(1),
          `${token}A`,
          links.tokenOf(mesh, Date.now() - 1),
          gone,
          `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`
        ],
        (wrong) => call("GET", `/api/asset-links/${wrong}`)
      )
      for (const { body, status } of answers) {
        assert.deepStrictEqual([status, body], [404, { code: "not_found", message: "No such resource." }])
      }
    })
  )

  it.effect("files are for who has the capability, which comes before every lookup", () =>
    Effect.gen(function* () {
      const { mesh, owner, path, robot } = yield* aModel
      const without = yield* anApp({ owner }, [robot.id], {}, { action_history: true, assets: false })
      const granted = yield* anApp({ owner }, [robot.id], {}, { action_history: false, assets: true })
      const stranger = yield* aRobotWithFiles()
      for (const [method, route, status] of [
        ["GET", "assets", 200],
        ["GET", `assets/${mesh.id}`, 200],
        ["GET", "urdf", 200],
        ["POST", "urdf/link", 201],
        ["POST", `assets/${mesh.id}/link`, 201],
        ["GET", `assets/${crypto.randomUUID()}`, 404],
        ["GET", "assets/missing", 404]
      ] as const) {
        const at = `${path}/${route}`
        assert.deepStrictEqual(refusal(yield* call(method, at, { as: without.user })), [
          403,
          "capability_required",
          { capability: "assets" }
        ])
        for (const as of [granted.user, granted.key]) {
          assert.strictEqual((yield* call(method, at, { as })).status, status, route)
        }
        assert.strictEqual((yield* call(method, at)).status, 401)
        assert.deepStrictEqual(refusal(yield* call(method, at, { as: stranger.as })), [404, "not_found"])
      }
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/assets/here`, { as: owner.token })), [
        400,
        "invalid_uuid"
      ])
    })
  )

  it.effect("a file whose bytes are gone is an internal error, and its link leads nowhere", () =>
    Effect.gen(function* () {
      const { as, path, request } = yield* aModel
      const { body } = yield* upload(request, { name: "package://rover/gone.stl", bytes: crypto.randomUUID() })
      yield* (yield* BlobStorage).remove(body.sha256)
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/assets/${body.id}`, { as })), [500, "internal_error"])
      const token = (yield* AssetLinks).tokenOf(body, Date.now() + 60_000)
      assert.deepStrictEqual(refusal(yield* call("GET", `/api/asset-links/${token}`)), [404, "not_found"])
    })
  )

  it.effect("a robot's deletion counts its files and takes them along", () =>
    Effect.gen(function* () {
      const { as, mesh, path, texture, urdf } = yield* aModel
      const preview = yield* call("GET", `${path}/deletion-preview`, { as })
      const bytes = urdf.length + 10 + texture.size_bytes + "<COLLADA/>".length
      assert.deepInclude(preview.body, { asset_count: 4, asset_bytes_freed: bytes })
      const token = (yield* AssetLinks).tokenOf(mesh, Date.now() + 60_000)
      assert.isBelow((yield* call("DELETE", path, { as })).status, 300)
      assert.strictEqual((yield* call("GET", `/api/asset-links/${token}`)).status, 404)
      assert.deepStrictEqual((yield* call("GET", "/api/org/plan", { as })).body.usage.asset_bytes, 0)
      assert.strictEqual((yield* call("GET", `${path}/assets`, { as })).status, 404)
    })
  )

  it.effect("joint states come from a published datapoint of whole messages, until a publish drops it", () =>
    Effect.gen(function* () {
      const { as, bridge, list, orgId, path } = yield* aRobotWithFiles()
      // A publish would ask it for types, and wait for its answer.
      yield* bridge.leave
      const joints = (rest = "") => `  joints: {topic: /joint_states, type: sensor_msgs/msg/JointState${rest}}\n`
      const publish = (datapoints: string) =>
        Effect.gen(function* () {
          const source = `platform: 1\ndatapoints:\n${datapoints}  other: {topic: /o, type: std_msgs/msg/String}\n`
          yield* call("PUT", `${path}/config/draft`, { as, body: { source } })
          assert.strictEqual((yield* call("POST", `${path}/config/publish`, { as })).status, 200)
        })
      const put = (slug: unknown) => call("PUT", `${path}/urdf/joint-state`, { as, body: { slug } })
      const mapped = Effect.map(list, ({ body }) => body.joint_state_slug)
      const refused = invalid("slug", "invalid_value")
      assert.deepStrictEqual(refusal(yield* put("joints")), refused)
      yield* publish(joints())
      assert.deepStrictEqual(refusal(yield* put("other")), refused)
      assert.deepStrictEqual(
        refusal(yield* call("PUT", `${path}/urdf/joint-state`, { as, body: {} })),
        invalid("slug", "required")
      )
      assert.deepStrictEqual((yield* put("joints")).body, { joint_state_slug: "joints" })
      assert.strictEqual(yield* mapped, "joints")
      assert.deepStrictEqual((yield* put(null)).body, { joint_state_slug: null })
      assert.strictEqual(yield* mapped, null)

      yield* put("joints")
      const rename = { from: "joints", to: "positions" }
      assert.strictEqual((yield* call("POST", `${path}/config/rename-slug`, { as, body: rename })).status, 200)
      assert.strictEqual(yield* mapped, "positions")
      assert.strictEqual((yield* call("POST", `${path}/config/publish`, { as })).status, 200)
      assert.strictEqual(yield* mapped, "positions")
      yield* publish(joints(", field: position").replace("joints", "positions"))
      assert.strictEqual(yield* mapped, null)
      assert.deepStrictEqual(refusal(yield* put("positions")), refused)
      const audit = (yield* auditOf(orgId)).filter(({ action }) => action.startsWith("robot.joint_state"))
      assert.deepStrictEqual(
        audit.map(({ action, details }: any) => [action, details]),
        [
          ["robot.joint_state_set", { slug: "joints" }],
          ["robot.joint_state_set", { slug: null }],
          ["robot.joint_state_set", { slug: "joints" }],
          ["robot.joint_state_cleared", { version: 3 }]
        ]
      )
    })
  )
})
