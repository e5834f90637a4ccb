import { createClient } from "@fleet/sdk"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { until } from "../../e2e/support/until.ts"
import { call } from "../../support/wire.ts"
import { anApp, anOrgWithRobot } from "../world.ts"
import { AssetsApp, filesOf, paint, png, upload, urdfOf, wheel } from "./world.ts"

const rover = `<robot name="rover">
  <!-- <joint name="old" type="revolute"/> -->
  <link name="base"><visual><geometry><mesh filename="${wheel}"/></geometry></visual></link>
  <joint name="fixed" type="fixed"><limit lower="-1" upper="1"/></joint>
  <joint name="left &amp; right" type="continuous"><axis xyz="0 > 0"/><limit effort="1"/></joint>
  <joint type='revolute' name='lift'><limit lower="-0.5" upper="1.5" effort="1"/></joint>
  <joint name="slide" type="prismatic"><limit upper="0.2"/><mimic joint="lift" multiplier="2"/></joint>
  <transmission><joint name="lift"><limit lower="9"/></joint></transmission>
</robot>`

const source = `platform: 1
datapoints:
  wheels: {topic: /joint_states, type: sensor_msgs/msg/JointState}
`

/** A robot with files, which is published before its bridge comes, and the SDK of a back end that may read them. */
const aModel = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const { bridgeToken, owner, path, robot } = world
  const as = owner.token
  yield* call("PUT", `${path}/config/draft`, { as, body: { source } })
  yield* call("POST", `${path}/config/publish`, { as })
  const files = yield* filesOf({ as, bridgeToken, path }, [wheel])
  const { key } = yield* anApp(world, [robot.id], { [robot.id]: ["wheels"] }, { action_history: false, assets: true })
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const asked: Array<string> = []
  const counted: typeof fetch = (url, init) => {
    asked.push(String(url).slice(base.length))
    return fetch(url, init)
  }
  const fleet = yield* Effect.acquireRelease(
    Effect.sync(() => createClient({ baseUrl: base, serverKey: key, fetch: counted })),
    (client) => Effect.sync(client.close)
  )
  return { ...files, as, asked, path, robot: fleet.robot(robot.id) }
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a robot's model in the SDK", (it) => {
  it.effect("a model has the robot's own URDF and addresses for what its files name, by three requests", () =>
    Effect.gen(function* () {
      const { asked, begin, robot } = yield* aModel
      assert.strictEqual(yield* Effect.promise(() => robot.model()), null)

      const request = yield* begin
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) })
      assert.deepStrictEqual((yield* Effect.promise(() => robot.model()))!.missing, [wheel])
      yield* upload(request, { name: wheel, bytes: "solid" })
      yield* upload(request, { kind: "texture", name: paint, bytes: png })
      for (let each = 0; each < 20; each++) {
        yield* upload(request, { name: `package://rover/${each}.stl`, bytes: String(each) })
      }
      asked.length = 0
      const model = yield* Effect.promise(() => robot.model())
      assert.lengthOf(asked, 3)
      assert.deepInclude(model, { urdf: urdfOf(wheel), missing: [], jointStateSlug: null, joints: [] })
      assert.strictEqual(model!.jointPositions(), null)
      assert.isAbove(model!.expiresAt.getTime(), Date.now())
      const read = (url: string) => Effect.promise(async () => (await fetch(model!.resolveUrl(url))).text())
      assert.strictEqual(yield* read(wheel), "solid")
      assert.strictEqual(yield* read("package://rover/19.stl"), "19")
      // As a loader of the wheel resolves what the wheel names.
      const relative = "package://rover/meshes/./../textures/paint%20red.png"
      assert.strictEqual(model!.resolveUrl(relative).split("/").at(-1), encodeURIComponent("paint%20red.png"))
      for (const url of ["package://rover/other.stl", "data:image/png;base64,AA/../AA", "https://a/b?c=https://d/e"]) {
        assert.strictEqual(model!.resolveUrl(url), url)
      }
      const { assets } = yield* Effect.promise(() => robot.assets())
      assert.lengthOf(assets, 23)

      // The URDF behind the address names the same addresses, before which a loader puts the directory of the URDF.
      const linked = yield* Effect.promise(async () => (await fetch(model!.url)).text())
      const [, named] = /filename="(http[^"]+)"/.exec(linked)!
      assert.strictEqual(model!.resolveUrl(wheel), named)
      assert.strictEqual(model!.resolveUrl(new URL(".", model!.url) + named!), named)
    })
  )

  it.effect("a model has the joints that move, with their limits", () =>
    Effect.gen(function* () {
      const { begin, robot } = yield* aModel
      yield* upload(yield* begin, { kind: "urdf", name: "robot_description", bytes: rover })
      const model = yield* Effect.promise(() => robot.model())
      assert.deepStrictEqual(model!.joints, [
        { name: "left & right", type: "continuous", lower: null, upper: null, mimics: null },
        { name: "lift", type: "revolute", lower: -0.5, upper: 1.5, mimics: null },
        { name: "slide", type: "prismatic", lower: 0, upper: 0.2, mimics: "lift" }
      ])
    })
  )

  it.effect("a model has the positions of its joints as they come", () =>
    Effect.gen(function* () {
      const { as, begin, bridge, path, robot } = yield* aModel
      yield* upload(yield* begin, { kind: "urdf", name: "robot_description", bytes: rover })
      const put = yield* call("PUT", `${path}/urdf/joint-state`, { as, body: { slug: "wheels" } })
      assert.strictEqual(put.status, 200)
      const model = yield* Effect.promise(() => robot.model())
      const positions = model!.jointPositions()!
      const say = (timestamp_ms: number, value: unknown) =>
        bridge.send({ type: "datapoint", slug: "wheels", value: value as any, timestamp_ms })
      const seen = (what: string, fits: (value: object) => boolean) =>
        until(
          what,
          Effect.sync(() => positions.latest !== undefined && fits(positions.latest.value) && positions.latest)
        )
      const at = Date.now()
      say(at, { name: ["lift", "slide", "lost", "__proto__"], position: [0.25, null, "x"] })
      const first = yield* seen("positions", (value) => "lift" in value)
      assert.deepStrictEqual(first, { value: { lift: 0.25 }, at: new Date(at) })
      say(at + 1, { name: ["lift"], position: [1] })
      yield* seen("the next positions", (value) => (value as { lift: number }).lift === 1)
      say(at + 2, "no message")
      yield* seen("nothing of what is no message", (value) => Object.keys(value).length === 0)
      positions.close()
    })
  )
})
