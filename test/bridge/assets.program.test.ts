import { assert, describe, it } from "@effect/vitest"
import { baseMesh, mobileAssets, wheelMesh } from "@fleet/bridge/simulator/mobile/meshes"
import { mobileUrdf } from "@fleet/bridge/simulator/mobile/urdf"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { packageFile } from "@fleet/bridge/engine/assets/packageFiles"
import { referencesOf, resolveReference } from "@fleet/bridge/engine/assets/references"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { connectRobot } from "../e2e/support/world.ts"
import { eventually } from "../robots/jobs/world.ts"
import { anOrgWithRobot } from "../robots/world.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("assets of a robot", () => {
  it.live(
    "assets of a simulated robot come through its bridge, byte for byte",
    () =>
      Effect.gen(function* () {
        const dataFolder = yield* temporaryFolder
        const port = yield* freePort("127.0.0.1")
        const app = testApp({ dataFolder, port, baseUrl: `http://127.0.0.1:${port}` })
        yield* Effect.gen(function* () {
          const { bridgeToken, owner, path } = yield* anOrgWithRobot
          const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
          yield* connectRobot(simulator.url, bridgeToken)
          const as = owner.token
          const list = call("GET", `${path}/assets`, { as })
          yield* eventually(list, ({ body }) => body.urdf_available === true)
          const { body } = yield* call("POST", `${path}/assets/sync`, { as, body: { source: "bridge" } })
          const status = call("GET", `${path}/assets/sync/${body.sync_id}`, { as })
          const ended = yield* eventually(status, (answer) => answer.body.state !== "running")
          assert.deepInclude(ended.body, { state: "succeeded", done: 3, total: 3, stored: 3, announced: 3, failed: [] })

          const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
          const stored = (yield* list).body.assets
          assert.deepStrictEqual(
            stored.map(({ name }: any) => name),
            [baseMesh, wheelMesh, "robot_description"]
          )
          const read = (id: string) =>
            Effect.promise(async () => {
              const headers = { authorization: `Bearer ${as}` }
              return Buffer.from(await (await fetch(`${base}${path}/assets/${id}`, { headers })).arrayBuffer())
            })
          for (const [index, uri] of [baseMesh, wheelMesh].entries()) {
            assert.isTrue((yield* read(stored[index].id)).equals(mobileAssets.get(uri)!))
          }
          assert.strictEqual((yield* read(stored[2].id)).toString(), mobileUrdf)
        }).pipe(Effect.scoped, Effect.provide(app))
      }).pipe(Effect.scoped),
    60_000
  )

  it("assets name the files beside them, in each format", () => {
    const gltf = JSON.stringify({ buffers: [{ uri: "a.bin" }, { uri: "data:x" }], images: [{ uri: "t/b.png" }, {}] })
    const head = Buffer.alloc(20)
    head.write("glTF")
    head.writeUInt32LE(gltf.length, 12)
    head.writeUInt32LE(0x4e4f534a, 16)
    for (const [name, text, found] of [
      [
        "a.dae",
        '<image id="i"><init_from>a &amp; b.png</init_from></image><surface><init_from>i</init_from>',
        ["a & b.png"]
      ],
      ["a.dae", "<image><init_from><ref>../c.png</ref></init_from></image>", ["../c.png"]],
      ["a.obj", "v 1\nmtllib some file.mtl\n", ["some file.mtl"]],
      ["a.mtl", "newmtl a\nmap_Kd -s 1 1 1 a.png\n  map_Bump 100%.png\nKd 1 1 1", ["a.png", "100%25.png"]],
      ["a.gltf", gltf, ["a.bin", "t/b.png"]],
      ["a.gltf", "{", []],
      ["a.stl", "mtllib a.mtl", []]
    ] as const) {
      assert.deepStrictEqual(referencesOf(name, bytes(text)), found)
    }
    assert.deepStrictEqual(referencesOf("a.glb", Buffer.concat([head, Buffer.from(gltf)])), ["a.bin", "t/b.png"])
  })

  it("a reference resolves against its file's directory, and not out of its package", () => {
    const from = "package://rover/meshes/arm/a.dae"
    for (const [reference, found] of [
      ["t.png", "package://rover/meshes/arm/t.png"],
      ["./../t.png", "package://rover/meshes/t.png"],
      ["../../t.png", "package://rover/t.png"],
      ["../../../t.png", null],
      ["/etc/passwd", null],
      ["http://elsewhere/t.png", null],
      ["a\\t.png", "package://rover/meshes/arm/a/t.png"],
      ["..\\..\\textures\\t.png", "package://rover/textures/t.png"],
      ["..\\..\\..\\t.png", null],
      [".//./t.png", "package://rover/meshes/arm/t.png"],
      ["C:\\Users\\x\\t.png", null],
      ["file:///C:/Users/x/t.tif", "file:///C:/Users/x/t.tif"],
      ["package:///other//a/../t.png", "package://other/t.png"],
      ["package://other/../t.png", null],
      ["package://other/t.png", "package://other/t.png"]
    ] as const) {
      assert.strictEqual(resolveReference(from, reference), found, reference)
    }
  })

  it.live("a file of this computer is found in its package, and a link that leads out of it is not followed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const share = join(folder, "ros/share/rover/meshes")
      mkdirSync(share, { recursive: true })
      writeFileSync(join(share, "a wheel.stl"), "solid")
      writeFileSync(join(folder, "secret.stl"), "secret")
      symlinkSync(join(folder, "secret.stl"), join(share, "link.stl"))
      symlinkSync(join(share, "a wheel.stl"), join(share, "inner.stl"))
      const find = (uri: string) => Effect.promise(() => packageFile(uri, ["nowhere", join(folder, "ros")]))
      assert.strictEqual((yield* find("package://rover/meshes/a%20wheel.stl"))?.size, 5)
      assert.strictEqual((yield* find("package://rover/meshes/inner.stl"))?.size, 5)
      assert.strictEqual((yield* find(`file://${share}/a%20wheel.stl`))?.size, 5)
      for (const uri of [
        "package://rover/meshes/link.stl",
        "package://rover/../../../secret.stl",
        "package://rover/meshes",
        "package://other/meshes/inner.stl",
        `file://${folder}/secret.stl`
      ]) {
        assert.strictEqual(yield* find(uri), null, uri)
      }
    }).pipe(Effect.scoped)
  )
})
