import { assert, describe, it } from "@effect/vitest"
import { decodeLiterally } from "@fleet/bridge/engine/decodeLiterally"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { configure, doc, invokeDock, started } from "./support/bridge.ts"
import { eventually } from "./support/FakeCloud.ts"
import { newJobId } from "./support/jobIds.ts"

/** A camera that asks for Basic credentials and refuses them; answers what it was given. */
const aRefusingCamera = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly given: Array<string>; readonly close: () => void }>((resume) => {
    const given: Array<string> = []
    const server = createServer(({ headers: { authorization } }, response) => {
      if (authorization !== undefined) given.push(Buffer.from(authorization.slice(6), "base64").toString())
      response.writeHead(authorization === undefined ? 401 : 403, { "www-authenticate": 'Basic realm="c"' }).end()
    })
    server.listen(0, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ port: (server.address() as AddressInfo).port, given, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const camera = (source: object) => ({
  source,
  width: 640,
  height: 480,
  fps: 10,
  bitrate_kbps: 500,
  snapshot_interval_seconds: 3600
})

describe("a part of a URL", () => {
  it.each([
    ["pa%ss", "pa%ss"],
    ["pa%41%zz%", "paA%zz%"],
    ["%C3%A9%FF", "%C3%A9%FF"],
    ["%C3%A9", "é"],
    ["100%25", "100%"]
  ])("a part of a URL, %s, is read as %s", (text, expected) => {
    assert.strictEqual(decodeLiterally(text), expected)
  })
})

describe("what is thrown inside the bridge", () => {
  it.live("a % in a camera's URL that is no escape is meant literally", () =>
    Effect.gen(function* () {
      const { given, port } = yield* aRefusingCamera
      const { cloud } = yield* started
      const front = camera({ kind: "mjpeg", url: `http://admin:pa%ss@127.0.0.1:${port}/` })
      yield* configure(cloud, 2, { ...doc, cameras: { front } })
      const { error } = yield* cloud.sees("camera_state")
      assert.strictEqual(error?.code, "auth_failed")
      assert.deepStrictEqual(given, ["admin:pa%ss"])
    })
  )

  it.effect("what is thrown at a camera's still is the state of that camera, with its words", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const type = "sensor_msgs/msg/CompressedImage"
      robot.broken.add("/broken")
      const cameras = {
        url: camera({ kind: "mjpeg", url: "http://[no-host/" }),
        topic: camera({ kind: "ros", topic: "/image", type }),
        broken: camera({ kind: "ros", topic: "/broken", type })
      }
      yield* configure(cloud, 2, { ...doc, cameras })
      yield* eventually("a listener", () => robot.listeners("/image") > 0)
      robot.emit("/image", new Error("the picture broke"), 1)
      const said = (slug: string) =>
        Effect.map(
          cloud.sees("camera_state", (frame) => frame.slug === slug),
          ({ error }) => [error?.code, error?.message]
        )
      assert.deepStrictEqual(yield* said("url"), ["failed", "Invalid URL"])
      assert.deepStrictEqual(yield* said("topic"), ["failed", "the picture broke"])
      assert.deepStrictEqual(yield* said("broken"), ["failed", "/broken broke"])
      // The others go on.
      robot.emit("/battery", { percentage: 0.5 }, 2)
      yield* cloud.sees("datapoint")
    })
  )

  it.effect("what is thrown at the start of a datapoint is an error of that one alone", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.broken.add("/map")
      const map = { topic: "/map", type: "nav_msgs/msg/OccupancyGrid" }
      const applied = yield* configure(cloud, 2, { ...doc, datapoints: { map, ...doc.datapoints } })
      assert.deepStrictEqual(applied.errors, [
        { kind: "datapoint", slug: "map", code: "unknown", message: "It could not be started: /map broke" }
      ])
      robot.emit("/battery", { percentage: 0.5 }, 2)
      yield* cloud.sees("datapoint")
      robot.broken.clear()
      assert.isTrue((yield* configure(cloud, 3, { ...doc, datapoints: { map, ...doc.datapoints } })).ok)
    })
  )

  it.effect("what is thrown inside an action or a service is its job's error", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerGoal = Effect.die(new Error("the goal broke"))
      const { jobId } = yield* invokeDock(cloud, robot)
      const action = yield* cloud.sees("job_update", ({ job_id }) => job_id === jobId)
      assert.deepStrictEqual(
        [action.state, action.error],
        ["failed", { code: "internal_error", message: "The bridge failed to run this job: the goal broke" }]
      )
      robot.answerCall = Effect.die("no error, a text")
      const job_id = newJobId()
      cloud.send({ type: "invoke", job_id, slug: "reset", params: {}, patience_ms: 5000 })
      const service = yield* cloud.sees("job_update", (frame) => frame.job_id === job_id && frame.state === "failed")
      assert.strictEqual(service.error?.message, "The bridge failed to run this job: no error, a text")
    })
  )

  it.effect("what is thrown at one message of a publisher is not the end of the publisher", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.onPublish = Effect.die(new Error("the message broke"))
      cloud.send({ type: "publish", slug: "drive", message: { speed: 1 } })
      cloud.send({ type: "publish", slug: "drive", message: { speed: 2 } })
      yield* cloud.sees("link_mode")
      robot.onPublish = Effect.void
      cloud.send({ type: "publish", slug: "drive", message: { speed: 3 } })
      cloud.send({ type: "failsafe", slug: "drive" })
      yield* eventually("the failsafe", () =>
        robot.published.some(({ message }) => JSON.stringify(message) === '{"linear":{"x":0}}')
      )
    })
  )
})
