import { assert, layer } from "@effect/vitest"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "yaml"
import { until } from "../../e2e/support/until.ts"
import { baseUrl, connectRobot } from "../../e2e/support/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aSignedInDesk } from "./support/fleet.ts"

const small = `platform: 1
datapoints:
  battery:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
`

const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { owner, robot } = everyone
  const desk = yield* aSignedInDesk(yield* baseUrl, owner)
  const path = `/api/robots/${robot.id}`
  return {
    ...everyone,
    path,
    desk,
    write: (name: string, text: string) => Effect.promise(() => writeFile(join(desk.folder, name), text)),
    read: (name: string) => Effect.promise(() => readFile(join(desk.folder, name), "utf8")),
    /** As the console, beside the command. */
    putDraft: (source: string) => call("PUT", `${path}/config/draft`, { as: owner.token, body: { source } })
  }
})

/** Published by fleet, as the service has it. */
const versions = (path: string, as: string) =>
  Effect.map(call("GET", `${path}/config/versions`, { as }), ({ body }) => body.versions.length as number)

layer(TestApp, { excludeTestServices: true })("fleet config", (it) => {
  it.effect("fleet config starter writes what a robot offers, without noise, and that is valid as a draft", () =>
    Effect.gen(function* () {
      const { bridgeToken, desk, owner, path, read, robot } = yield* world
      const never = yield* desk.fleet(["config", "starter", robot.name])
      assert.strictEqual(never.code, 4, never.errors)
      assert.include(never.errors, "offline")
      assert.include(never.errors, "Start its bridge")

      for (const model of ["mobile", "arm"] as const) {
        const simulator = yield* startSimulator({ robot: model, port: 0, seed: 1 })
        yield* connectRobot(simulator.url, bridgeToken)
        const name = model === "mobile" ? "/dock" : "/pick"
        yield* until(
          "the robot's graph",
          Effect.map(
            call("POST", `${path}/introspection/refresh`, { as: owner.token }),
            ({ body, status }) => status === 200 && JSON.stringify(body.graph).includes(`"${name}"`)
          )
        )
        const made = yield* desk.fleet(["config", "starter", robot.name, "--out", `${model}.yaml`])
        assert.strictEqual(made.code, 0, made.errors)
        const source = yield* read(`${model}.yaml`)
        assert.notMatch(source, /rosout|parameter_events|_action|rcl_interfaces/)
        const document = parse(source)
        if (model === "mobile") {
          assert.deepInclude(document.datapoints.battery, {
            field: "percentage",
            numeric: { scale: 100, unit: "%", decimals: 1 }
          })
          assert.deepStrictEqual(document.actions.dock, {
            ros_name: "/dock",
            type: "fleet_sim_interfaces/action/Dock",
            message: { speed: "${speed}" },
            parameters: { speed: { type: "float32" } }
          })
          assert.strictEqual(document.publishers.cmd_vel.failsafe.timeout_ms, 500)
          assert.include(Object.keys(document.services), "reset")
        } else assert.include(Object.keys(document.actions), "pick")
        const again = yield* desk.fleet(["config", "starter", robot.name, "--out", `${model}.yaml`])
        assert.strictEqual(again.code, 1)
        assert.include(again.errors, "--force")
        const pushed = yield* desk.fleet(["config", "push", robot.name, `${model}.yaml`, "--force"])
        assert.deepStrictEqual([pushed.code, pushed.output], [0, ""], pushed.errors)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("fleet config push prints issues with their lines, and ends with 1 for errors and 0 for warnings", () =>
    Effect.gen(function* () {
      const { desk, robot, write } = yield* world
      yield* write("good.yaml", small)
      const good = yield* desk.fleet(["config", "push", robot.id, "good.yaml"])
      assert.strictEqual(good.code, 0, good.errors)
      assert.match(good.output, /^good\.yaml:1:1: warning checks_skipped .+ \n?/)

      yield* write("bad.yaml", `${small}    rate_throttle_hz: 50\n    colour: red\nactions:\n  dock: {}\n`)
      const bad = yield* desk.fleet(["config", "push", robot.id, "bad.yaml", "--force"])
      assert.strictEqual(bad.code, 1)
      assert.match(bad.output, /^bad\.yaml:7:5: error invalid_rate .*\[datapoints\.battery\.rate_throttle_hz\]$/m)
      assert.match(bad.output, /^bad\.yaml:8:5: error unknown_key .*$/m)
      assert.match(bad.output, /^bad\.yaml:10:3: error missing_key .*$/m)

      yield* write("broken.yaml", "platform: 1\ndatapoints: {\n")
      const broken = yield* desk.fleet(["config", "push", robot.id, "broken.yaml", "--force"])
      assert.strictEqual(broken.code, 1)
      assert.match(broken.output, /^broken\.yaml:\d+:\d+: error invalid_yaml /)

      const missing = yield* desk.fleet(["config", "push", robot.id, "missing.yaml"])
      assert.strictEqual(missing.code, 1)
      assert.include(missing.errors, "missing.yaml")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet config push and publish read an online robot again before they say what it does not offer", () =>
    Effect.gen(function* () {
      const { bridgeToken, desk, owner, path, putDraft, robot, write } = yield* world
      const nothing = { topics: [], services: [], actions: [], captured_at_ms: 0 }
      const offered = [{ name: "/battery", types: ["sensor_msgs/msg/BatteryState"] }]
      const bridge = yield* connectBridge(bridgeToken)
      const answer = (topics: ReadonlyArray<(typeof offered)[number]>) =>
        Effect.map(bridge.next("introspect_request"), ({ request_id }) =>
          bridge.send({ type: "introspect", request_id, graph: { ...nothing, topics } })
        )
      // What it answers when it first connects: its nodes are not there yet.
      yield* answer([])
      yield* until(
        "a graph",
        Effect.map(call("GET", `${path}/introspection`, { as: owner.token }), ({ body }) => body !== null)
      )
      yield* write("robot.yaml", small)
      const pushed = yield* desk.start(["config", "push", robot.id, "robot.yaml"])
      yield* answer(offered)
      const { code, output } = yield* pushed.ended
      assert.deepStrictEqual([code, output], [0, ""])

      yield* write("robot.yaml", small.replace("/battery", "/charge"))
      const wrong = yield* desk.start(["config", "push", robot.id, "robot.yaml"])
      yield* answer(offered)
      assert.match((yield* wrong.ended).output, /^robot\.yaml:4:5: warning unknown_topic /)

      yield* putDraft(small.replace("BatteryState", "Temperature"))
      const refused = yield* desk.start(["config", "publish", robot.id, "--yes"])
      yield* answer([{ name: "/battery", types: ["sensor_msgs/msg/Temperature"] }])
      const { request_id } = yield* bridge.next("type_request")
      bridge.send({
        type: "type_definitions",
        request_id,
        definitions: [],
        unresolved: ["sensor_msgs/msg/Temperature"]
      })
      assert.strictEqual((yield* refused.ended).code, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet config push replaces no draft that it was not made from", () =>
    Effect.gen(function* () {
      const { desk, putDraft, read, robot, write } = yield* world
      yield* putDraft(small)
      yield* write("own.yaml", `${small}# mine\n`)
      const stranger = yield* desk.fleet(["config", "push", robot.id, "own.yaml"])
      assert.strictEqual(stranger.code, 1)
      assert.include(stranger.errors, "config_conflict")
      assert.include(stranger.errors, "fleet config pull")

      assert.strictEqual((yield* desk.fleet(["config", "pull", robot.id, "--out", "pulled.yaml"])).code, 0)
      assert.strictEqual(yield* read("pulled.yaml"), small)
      const twice = yield* desk.fleet(["config", "pull", robot.id, "pulled.yaml"])
      assert.strictEqual(twice.code, 1)
      // The spelling of before still works, and says what to write.
      assert.include(twice.errors, "--out pulled.yaml")
      yield* write("pulled.yaml", `${small}# first\n`)
      assert.strictEqual((yield* desk.fleet(["config", "push", robot.id, "pulled.yaml"])).code, 0)
      yield* write("pulled.yaml", `${small}# second\n`)
      assert.strictEqual((yield* desk.fleet(["config", "push", robot.id, "pulled.yaml"])).code, 0)

      yield* putDraft(`${small}# console\n`)
      yield* write("pulled.yaml", `${small}# third\n`)
      const late = yield* desk.fleet(["config", "push", robot.id, "pulled.yaml"])
      assert.strictEqual(late.code, 1)
      assert.include(late.errors, "config_conflict")
      const kept = yield* desk.fleet(["config", "pull", robot.id])
      assert.strictEqual(kept.output, `${small}# console\n`)
      const forced = yield* desk.fleet(["config", "push", robot.id, "pulled.yaml", "--force"])
      assert.strictEqual(forced.code, 0, forced.errors)
      assert.strictEqual((yield* desk.fleet(["config", "pull", robot.id])).output, `${small}# third\n`)
    }).pipe(Effect.scoped)
  )

  // A terminal of its own needs util-linux.
  it.effect.skipIf(!existsSync("/usr/bin/script"))(
    "fleet config publish asks in a terminal, and publishes only what it showed",
    () =>
      Effect.gen(function* () {
        const { desk, owner, path, putDraft, robot } = yield* world
        yield* putDraft(small)
        const refused = yield* desk.terminal(["config", "publish", robot.id])
        yield* refused.says(/\+ datapoint battery[^]*\[y\/N\] /)
        refused.write("n\n")
        assert.include((yield* refused.ended).output, "Nothing was published.")

        const late = yield* desk.terminal(["config", "publish", robot.id])
        yield* late.says(/\[y\/N\] /)
        yield* putDraft(`${small}# console\n`)
        late.write("y\n")
        assert.include((yield* late.ended).output, "was changed meanwhile")
        assert.strictEqual(yield* versions(path, owner.token), 0)

        const agreed = yield* desk.terminal(["config", "publish", robot.id])
        yield* agreed.says(/\[y\/N\] /)
        agreed.write("y\n")
        const { code, output } = yield* agreed.ended
        assert.strictEqual(code, 0, output)
        assert.include(output, "Published version 1")
        // A terminal has colours, unless NO_COLOR is set.
        assert.include(output, "\u001b[32m+ datapoint battery")
        const plain = yield* desk.terminal(["config", "publish", robot.id, "--yes"], { NO_COLOR: "1" })
        assert.notInclude((yield* plain.ended).output, "\u001b[3")
      }).pipe(Effect.scoped)
  )

  it.effect("fleet config publish shows what changes, publishes with --yes alone, and refuses errors", () =>
    Effect.gen(function* () {
      const { desk, owner, path, putDraft, robot, write } = yield* world
      yield* write("robot.yaml", small)
      const unasked = yield* desk.fleet(["config", "publish", robot.id, "robot.yaml"])
      assert.strictEqual(unasked.code, 2)
      assert.include(unasked.errors, "--yes")
      const empty = yield* desk.fleet(["config", "pull", robot.id, "--published"])
      assert.strictEqual(empty.code, 1)
      assert.include(empty.errors, "fleet config starter")

      const first = yield* desk.fleet(["config", "publish", robot.id, "robot.yaml", "--yes"])
      assert.strictEqual(first.code, 0, first.errors)
      assert.match(first.output, /^\+ datapoint battery$/m)
      assert.include(first.errors, "Published version 1")

      yield* putDraft(
        small.replace("battery:", "charge:").replace("platform: 1", "platform: 1\nlow_bandwidth: {mode: off}")
      )
      const second = yield* desk.fleet(["config", "publish", robot.id, "--yes"])
      assert.strictEqual(second.code, 0, second.errors)
      assert.match(second.output, /^- datapoint battery$/m)
      assert.match(second.output, /^\+ datapoint charge$/m)
      assert.match(second.output, /^~ low_bandwidth$/m)

      yield* putDraft(`${small}    rate_throttle_hz: 50\n`)
      const bad = yield* desk.fleet(["config", "publish", robot.id, "--yes"])
      assert.strictEqual(bad.code, 1)
      assert.match(bad.output, /^draft:7:5: error invalid_rate /m)
      assert.strictEqual(yield* versions(path, owner.token), 2)
      const published = yield* desk.fleet(["config", "pull", robot.id, "--published"])
      assert.include(published.output, "charge:")
    }).pipe(Effect.scoped)
  )
})
