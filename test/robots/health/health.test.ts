import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { grant, makeApp, makeAppUser, makeOrg, makeServerKey } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aWatchedRobot, cameraState, healthOf, say, told } from "./world.ts"

const applied = (ok: boolean, errors: ReadonlyArray<object> = []) =>
  ({ type: "config_applied", version: 1, ok, errors }) as any
const broken = (slug: string) => ({ kind: "datapoint", slug, code: "field_path_invalid", message: "secret words" })

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("the health of resources", (it) => {
  it.effect("the health of a configuration is told when it cannot be applied, and stays with ok once it can", () =>
    Effect.gen(function* () {
      const { bridge, client, robot, ...world } = yield* aWatchedRobot
      client.send({ type: "org_event_subscribe" })
      yield* client.next("org_event_replay")
      yield* say(bridge, applied(true))
      assert.deepStrictEqual([yield* healthOf(world), yield* told(client)], [[], []])
      yield* say(bridge, applied(false, [broken("battery"), broken("x")]))
      const resource = { robot_id: robot.id, kind: "config", ref: "config", facet: "apply" }
      const failed = { ...resource, state: "failed", reason: "datapoint battery: field_path_invalid and 1 more" }
      assert.deepStrictEqual(yield* healthOf(world), [failed])
      const frame = yield* client.next("resource_health")
      assert.isAtMost(Math.abs(frame.changed_at_ms - Date.now()), 60_000)
      const event = yield* client.next("org_event", ({ kind }) => kind === "health")
      assert.deepStrictEqual(
        [event.severity, event.robot_id, event.subject, event.detail],
        ["warning", robot.id, "config", { facet: "apply", state: "failed", reason: failed.reason }]
      )
      // What is as it was is not told again.
      yield* say(bridge, applied(false, [broken("battery"), broken("x")]))
      assert.deepStrictEqual(yield* told(client), [])
      yield* say(bridge, applied(true))
      const ok = { ...resource, state: "ok", reason: null }
      assert.deepStrictEqual(yield* healthOf(world), [ok])
      assert.deepStrictEqual(yield* told(client), [{ type: "resource_health", ...ok }])
    })
  )

  it.effect("the health of a camera is its source's and its stream's, by the code that the bridge gives", () =>
    Effect.gen(function* () {
      const { bridge, client, robot, ...world } = yield* aWatchedRobot
      const camera = { robot_id: robot.id, kind: "camera", ref: "front" }
      const fails = (code: string, message = "Words.") => ({ error: { code, message } })
      const cases = [
        [cameraState(fails("unreachable")), "source", "unreachable"],
        [cameraState(fails("auth_failed")), "source", "auth_failed"],
        [cameraState(fails("unreadable_credential")), "source", "unreadable_credential"],
        [cameraState(fails("credential_missing")), "source", "credential_missing"],
        [cameraState({ cause: "live_lost", ...fails("publish_failed") }), "publish", "publish_failed"],
        [
          cameraState({ cause: "config_change", ...fails("stopped_by_config_change") }),
          "publish",
          "stopped_by_config_change"
        ],
        [cameraState(fails("failed")), "source", "failed"],
        [cameraState(fails("ffmpeg_missing")), "source", "unknown"],
        [cameraState(fails("ok", "Fine.")), "source", "unknown"],
        [cameraState({ cause: "live_lost", ...fails("low_bandwidth") }), "publish", "unknown"]
      ] as const
      for (const [message, facet, state] of cases) {
        yield* say(bridge, message)
        const reason = message.error?.message
        assert.deepStrictEqual(yield* told(client), [{ type: "resource_health", ...camera, facet, state, reason }])
      }
      // An answer to a command is for who asked, but a stream that runs is well.
      const answer = { cause: "command", request_id: "r" } as const
      yield* say(bridge, cameraState({ ...answer, ...fails("unreachable") }))
      assert.deepStrictEqual(yield* told(client), [])
      yield* say(bridge, cameraState({ ...answer, publishing: true, error: null }))
      yield* say(bridge, cameraState({ error: null }))
      const well = { state: "ok", reason: null }
      assert.deepStrictEqual(yield* healthOf(world), [
        { ...camera, facet: "publish", ...well },
        { ...camera, facet: "source", ...well }
      ])
      assert.strictEqual((yield* told(client)).length, 2)
      // A camera that is not published has no health.
      yield* say(bridge, cameraState({ slug: "back" }), cameraState({ slug: "battery" }))
      assert.deepStrictEqual(yield* told(client), [])
    })
  )

  it.effect("the health of a camera has a reason of at most 200 characters, without the credentials of addresses", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* aWatchedRobot
      const reasonFor = Effect.fnUntraced(function* (message: string) {
        yield* say(bridge, cameraState({ error: { code: "unreachable", message } }))
        return (yield* healthOf(world))[0]!.reason
      })
      assert.strictEqual(
        yield* reasonFor("rtsp://admin:p@ss@10.0.0.1/1 is away, says rtsp://u:v@host"),
        "rtsp://10.0.0.1/1 is away, says rtsp://host"
      )
      assert.strictEqual(yield* reasonFor("🎥".repeat(200)), "🎥".repeat(200))
      assert.strictEqual(yield* reasonFor("🎥".repeat(201) + "."), "🎥".repeat(200))
      assert.strictEqual(yield* reasonFor("nul \u0000 and half \ud800."), "nul \ufffd and half \ufffd.")
      assert.strictEqual(yield* reasonFor("  "), "unreachable")
    })
  )

  it.effect("the health of resources is told to developers of the org only", () =>
    Effect.gen(function* () {
      const { bridge, client, owner, robot, ...world } = yield* aWatchedRobot
      const { app, observe } = yield* makeApp(owner.caller, [robot.id])
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["front"] })
      const user = yield* makeAppUser(owner.caller, app, observe.id)
      const key = yield* makeServerKey(owner.caller, app)
      const stranger = yield* makeOrg
      const others = yield* Effect.forEach([user.token, key.token, stranger.owner.token], (token) =>
        connectRealtime(token)
      )
      const [second, gone] = [yield* connectRealtime(owner.token), yield* connectRealtime(owner.token)]
      gone.socket.close()
      yield* gone.closeCode
      yield* say(bridge, cameraState())
      for (const socket of [client, second]) assert.strictEqual((yield* told(socket)).length, 1)
      for (const socket of others) assert.deepStrictEqual(yield* told(socket), [])
      assert.deepStrictEqual(yield* healthOf({ as: stranger.owner.token }), [])
      assert.deepStrictEqual(yield* healthOf({ as: stranger.owner.token }, `?robot_id=${robot.id}`), [])
      for (const as of [user.token, key.token]) {
        assert.strictEqual((yield* call("GET", "/api/org/health", { as })).status, 401)
      }
      assert.strictEqual((yield* healthOf(world)).length, 1)
    })
  )

  it.effect("the health of one robot is asked for by its id, which may be unknown but not malformed", () =>
    Effect.gen(function* () {
      const { as, bridge, robot } = yield* aWatchedRobot
      yield* say(bridge, cameraState())
      const of = (query: string) => Effect.map(healthOf({ as }, query), ({ length }) => length)
      assert.strictEqual(yield* of(""), 1)
      assert.strictEqual(yield* of(`?robot_id=${robot.id}`), 1)
      assert.strictEqual(yield* of(`?robot_id=${crypto.randomUUID()}`), 0)
      for (const query of ["?robot_id=rover", "?robot_id=", "?robot=x"]) {
        assert.strictEqual((yield* call("GET", `/api/org/health${query}`, { as })).status, 400)
      }
    })
  )
})
