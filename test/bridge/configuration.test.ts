import { typeFields } from "@fleet/bridge/ros/TypeDefinitions"
import { commonType } from "@fleet/bridge/ros/TypeLibrary"
import type { TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { configure, doc, started } from "./support/bridge.ts"

const common = (name: string): TypeDefinition => {
  const type = commonType(name)
  assert.isDefined(type, name)
  return { name, kind: "msg", fields: typeFields(type) }
}

const number = (name: string): TypeField => ({ name, type: "float64", array: false, fields: null })

const definitions: ReadonlyArray<TypeDefinition> = [
  common("geometry_msgs/msg/Twist"),
  common("nav_msgs/msg/Path"),
  { name: "demo/action/Dock", kind: "action", goal: [number("speed")], result: [], feedback: [number("remaining")] },
  { name: "demo/srv/Move", kind: "srv", request: [number("distance")], response: [number("moved")] }
]

const { drive } = doc.publishers

const publisher = (message: unknown, others: object = {}) => ({ ...drive, message, parameters: {}, ...others })

const applied = Effect.fnUntraced(function* (document: object) {
  const { cloud, robot } = yield* started
  robot.definitions = definitions
  const { ok, errors } = yield* configure(cloud, 2, { platform: 1, ...document })
  assert.strictEqual(ok, errors.length === 0)
  return errors
})

const path = { topic: "/path", type: "nav_msgs/msg/Path" }
const stop = { timeout_ms: 500, message: { poses: [] } }
const undocked = { ros_name: "/dock", type: "demo/action/Dock" }
const twist = "geometry_msgs/msg/Twist"

describe("a message that names a field its type lacks", () => {
  it.effect.each([
    ["at the top", publisher({ spin: 1 }), `${twist} has no such field. message: spin`],
    ["below another field", publisher({ linear: { x: 0, w: 1 } }), `${twist} has no such field. message: linear.w`],
    [
      "inside a list",
      publisher({ poses: [{}, { pose: { position: { q: 1 } } }] }, { ...path, failsafe: stop }),
      "nav_msgs/msg/Path has no such field. message: poses[1].pose.position.q"
    ],
    [
      "where a placeholder stands",
      publisher({ lin: { x: "${speed}" } }, { parameters: drive.parameters }),
      `${twist} has no such field. message: lin`
    ],
    [
      "in a shared body",
      publisher("${shared}", { failsafe: { timeout_ms: 1, message: "${shared}" } }),
      `${twist} has no such field. message: fast, angular.roll; failsafe.message: fast, angular.roll`
    ],
    [
      "in the failsafe message alone",
      { ...drive, failsafe: { timeout_ms: 500, message: { linear: { stop: 1 } } } },
      `${twist} has no such field. failsafe.message: linear.stop`
    ],
    [
      "more often than is worth a list",
      publisher({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }),
      `${twist} has no such field. message: a, b, c, d, e and 2 more`
    ]
  ] as const)("a message that names a field its type lacks is reported: %s", ([, written, message]) =>
    Effect.gen(function* () {
      const messages = { shared: { angular: { roll: 1 }, fast: true } }
      assert.deepStrictEqual(yield* applied({ messages, publishers: { drive: written } }), [
        { kind: "publisher", slug: "drive", code: "field_path_invalid", message }
      ])
    })
  )

  it.effect(
    "a message that names a field its type lacks is reported of an action's goal and a service's request too",
    () =>
      Effect.gen(function* () {
        const errors = yield* applied({
          actions: { dock: { ros_name: "/dock", type: "demo/action/Dock", message: { remaining: 1 } } },
          services: { move: { ros_name: "/move", type: "demo/srv/Move", message: { moved: 1 } } }
        })
        assert.deepStrictEqual(
          errors.map(({ kind, slug, code, message }) => [kind, slug, code, message]),
          [
            ["action", "dock", "field_path_invalid", "demo/action/Dock has no such field. message: remaining"],
            ["service", "move", "field_path_invalid", "demo/srv/Move has no such field. message: moved"]
          ]
        )
      })
  )

  it.effect(
    "a message that names a field its type lacks is reported with a value of another type, which the robot would refuse as well",
    () =>
      Effect.gen(function* () {
        const errors = yield* applied({ publishers: { drive: publisher({ linear: { x: "fast" } }) } })
        assert.deepStrictEqual(
          errors.map(({ code, message }) => [code, message]),
          [["type_mismatch", `${twist} takes no such value. message: linear.x`]]
        )
      })
  )

  it.effect("a message that names a field its type lacks is reported in few words, however long its name", () =>
    Effect.gen(function* () {
      const [error] = yield* applied({ publishers: { drive: publisher({ ["x".repeat(5000)]: 1 }) } })
      assert.isBelow(error!.message.length, 300)
    })
  )

  it.effect("a message that names a field its type lacks is reported once the robot's definition is known", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { errors } = yield* configure(cloud, 2, { platform: 1, publishers: { drive: publisher({ spin: 1 }) } })
      assert.isEmpty(errors)
      robot.definitions = definitions
      yield* TestClock.adjust("5 seconds")
      const later = yield* cloud.sees("config_applied", ({ version, ok }) => version === 2 && !ok)
      assert.strictEqual(later.errors[0]?.code, "field_path_invalid")
    })
  )
})

describe("messages that fit", () => {
  it.effect("messages that fit are applied without a word", () =>
    Effect.gen(function* () {
      const errors = yield* applied({
        messages: { halt: { linear: {}, angular: { z: 0 } } },
        publishers: {
          drive,
          halt: publisher("${halt}"),
          follow: publisher({ poses: [{ pose: { position: { x: 1 } } }] }, { ...path, failsafe: stop })
        },
        actions: { dock: { ros_name: "/dock", type: "demo/action/Dock", message: { speed: 1 } }, bare: undocked },
        services: { move: { ros_name: "/move", type: "demo/srv/Move", message: { distance: 2 } } }
      })
      assert.isEmpty(errors)
    })
  )
})

describe("a configuration in which nothing is published", () => {
  it.effect.each([{ platform: 1 }, {}])(
    "a configuration in which nothing is published is version 0 with %j and stops everything",
    (nothing) =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const { ok, errors } = yield* configure(cloud, 0, nothing)
        assert.isTrue(ok)
        assert.isEmpty(errors)
        robot.emit("/battery", { percentage: 1 }, 1)
        yield* configure(cloud, 3)
        robot.emit("/battery", { percentage: 0.5 }, 2)
        assert.strictEqual((yield* cloud.sees("datapoint")).timestamp_ms, 2)
      })
  )
})

describe("a camera that an older version of the document allowed", () => {
  const front = {
    source: { kind: "ros", topic: "/image", type: "sensor_msgs/msg/Image" },
    width: 640,
    height: 480,
    fps: 10,
    bitrate_kbps: 500,
    snapshot_interval_seconds: 10
  }

  it.effect.each([
    ["fps", 7.5],
    ["width", 640.5],
    ["height", 0],
    ["rotation", 90]
  ] as const)(
    "a camera that an older version of the document allowed costs at most one error of its own: %s %d",
    ([key, value]) =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const cameras = { front, rear: { ...front, [key]: value } }
        const { errors } = yield* configure(cloud, 2, { ...doc, cameras })
        assert.deepStrictEqual(
          errors.map(({ kind, slug }) => [kind, slug]),
          // Versions from before frame rates had to be whole have fractions.
          key === "fps" ? [] : [["camera", "rear"]]
        )
        robot.emit("/battery", { percentage: 0.5 }, 2)
        yield* cloud.sees("datapoint")
      })
  )

  it.effect(
    "a camera that an older version of the document allowed costs the whole kind where there are more than 50",
    () =>
      Effect.gen(function* () {
        const { cloud } = yield* started
        const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`cam${n}`, front]))
        const fits = yield* configure(cloud, 2, { ...doc, cameras: many(50) })
        assert.deepStrictEqual(fits.errors, [])
        const over = yield* configure(cloud, 3, { ...doc, cameras: many(51) })
        assert.deepStrictEqual(
          over.errors.map(({ kind, slug, code }) => [kind, slug, code]),
          [["camera", "*", "whole_kind_failed"]]
        )
      })
  )
})
