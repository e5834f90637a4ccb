import { assert } from "@effect/vitest"
import { SessionId } from "@fleet/domain/Ids"
import { MediaClose } from "@fleet/domain/media/MediaMessages"
import { Sessions } from "@fleet/server/identity/sessions/Sessions"
import { Slugs } from "@fleet/server/robots/config/Slugs"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { Effect, Fiber } from "effect"
import { listen, untilEnded, untilText } from "../mcp/notices.ts"
import { aWorld } from "../mcp/world.ts"
import { aStage } from "../realtime/world.ts"
import { aWatchedRobot } from "../robots/cameras/liveWorld.ts"
import { eventually, publish, source, start } from "../robots/jobs/world.ts"
import { connect } from "../support/mcp.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { call } from "../support/wire.ts"
import { apart, type Scenario } from "./world.ts"

const sessionOf = (token: string) => {
  const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { readonly sid: string }
  return SessionId.make(claims.sid)
}

/** What each listener does once it finds that messages were lost. Ends in the same way where none was. */
export const gapScenarios: Readonly<Record<string, Scenario>> = {
  "live video of a user who signed out, whose fact is lost: it ends once the gap is found": (scene) =>
    Effect.gen(function* () {
      const watched = yield* scene.b.run(aWatchedRobot)
      const { user } = watched.app
      const { viewer } = yield* scene.b.run(watched.running(user))
      const signOut = Effect.flatMap(Sessions, (sessions) => sessions.endFamily(sessionOf(user)))
      yield* scene.losing(["session_ended"], scene.a.run(signOut))
      yield* scene.beat
      assert.deepStrictEqual(yield* viewer.closed, [MediaClose.sessionEnded, "revoked"])
    }),

  "live video of a user who may watch, while facts are lost: it goes on": (scene) =>
    Effect.gen(function* () {
      const watched = yield* scene.b.run(aWatchedRobot)
      const { user } = watched.app
      const { session, viewer } = yield* scene.b.run(watched.running(user))
      yield* scene.losing(["config_published"], scene.a.run(publish(watched.owner.caller, watched.robot.id, source)))
      yield* scene.beat
      assert.strictEqual((yield* scene.b.run(watched.release(user, session.session_id))).status, 204)
      assert.strictEqual((yield* viewer.closed)[1], "released_by_peer")
    }),

  "a published configuration whose fact is lost: readers at the other node have it once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { as, owner, path, robot } = yield* apart(scene)
      const slugs = Effect.map(call("GET", `${path}/datasheet`, { as }), ({ body }) => JSON.stringify(body))
      assert.notInclude(yield* scene.b.run(slugs), "later")
      const text = source.replace("datapoints:", "datapoints:\n  later: {topic: /later, type: std_msgs/msg/String}")
      yield* scene.losing(["config_published"], scene.a.run(publish(owner.caller, robot.id, text)))
      yield* scene.beat
      yield* eventually(scene.b.run(slugs), (all) => all.includes("later"))
    }),

  "a renamed slug whose fact is lost: samples that the bridge sends under the old one count for the new": (scene) =>
    Effect.gen(function* () {
      const { as, bridge, owner, path, robot } = yield* apart(scene)
      const rename = Effect.flatMap(Slugs, (slugs) =>
        slugs.rename(owner.caller, robot, { from: "battery", to: "charge" })
      )
      yield* scene.losing(["slug_renamed"], scene.a.run(rename))
      yield* scene.beat
      let value = 0
      const newest = Effect.gen(function* () {
        bridge.send({ type: "datapoint", slug: "battery", value: ++value, timestamp_ms: Date.now() })
        yield* bridge.sync
        return yield* scene.b.run(call("GET", `${path}/datapoints/charge`, { as }))
      })
      yield* eventually(newest, ({ body, status }) => status === 200 && body.value === value)
    }),

  "a webhook that is made, whose fact is lost: the other node sends its events once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* scene.a.run(aStage)
      const isWanted = scene.b.run(Effect.flatMap(WebhookEvents, (events) => events.isWanted(orgId, "job.ended")))
      assert.isFalse(yield* isWanted)
      const body = { url: "https://hooks.example.com/", events: ["job.ended"] }
      const made = scene.a.run(call("POST", "/api/org/webhooks", { as: owner.token, body }))
      assert.strictEqual((yield* scene.losing(["webhooks_changed"], made)).status, 201)
      yield* scene.beat
      assert.isTrue(yield* isWanted)
    }),

  "a stream of an MCP client, while facts are lost: it ends once the gap is found, and its client asks anew": (scene) =>
    Effect.gen(function* () {
      const { owner, path, robot, user } = yield* scene.a.run(aWorld())
      const { access } = yield* scene.b.run(connect(path, user.token))
      const stream = yield* scene.b.run(listen(path, access))
      yield* untilText(stream, "acknowledged")
      yield* scene.losing(["config_published"], scene.a.run(publish(owner.caller, robot.id, `${source}# 2`)))
      yield* scene.beat
      yield* untilEnded(stream)
    }),

  "events of an org that are lost: its consoles are told so, of health and of activity": (scene) =>
    Effect.gen(function* () {
      const { bridge, developer, owner, robot } = yield* apart(scene)
      const console = yield* scene.a.run(connectRealtime(developer.token))
      console.send({ type: "org_event_subscribe" })
      yield* console.next("org_event_replay")
      const published = scene.b.run(publish(owner.caller, robot.id, `${source}# 2`))
      yield* scene.losing(["activity", "health", "config_published"], published)
      yield* bridge.sync
      yield* scene.beat
      for (let at = 0; at < 2; at++) assert.isAtLeast((yield* console.next("org_event_dropped")).dropped, 1)
    }),

  "a value whose message is lost: the socket at the other node has it once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { as, bridge, developer, path, robot } = yield* apart(scene)
      const client = yield* scene.a.run(connectRealtime(developer.token))
      client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      yield* client.settled
      const newest = scene.a.run(call("GET", `${path}/datapoints/battery`, { as }))
      yield* scene.losing(
        ["sample"],
        Effect.gen(function* () {
          bridge.send({ type: "datapoint", slug: "battery", value: 7, timestamp_ms: Date.now() })
          yield* bridge.sync
          yield* eventually(newest, ({ body }) => body.value === 7)
        })
      )
      yield* scene.beat
      yield* client.next("datapoint", ({ value }) => value === 7)
    }),

  "a service whose end is lost: it is answered once the gap is found": (scene) =>
    Effect.gen(function* () {
      const world = yield* apart(scene)
      const calling = yield* Effect.forkChild(scene.a.run(start(world, "reset", { patience_ms: 60_000 })))
      const { job_id, slug } = yield* world.bridge.next("invoke")
      const follower = yield* scene.b.run(connectRealtime(world.developer.token))
      follower.send({ type: "subscribe", robot_id: world.robot.id, slug, kind: "service" })
      yield* follower.settled
      yield* scene.losing(
        ["job"],
        Effect.gen(function* () {
          world.bridge.update({ id: job_id, slug }, "succeeded", { goal_id: null, result: { success: true } })
          yield* follower.next("job", ({ job }) => job.state === "succeeded")
        })
      )
      yield* scene.beat
      const { body, status } = yield* Fiber.join(calling)
      assert.deepStrictEqual([status, body], [200, { result: { success: true } }])
    }),

  "presence: a viewer who was there before is seen by a watcher at the other node": (scene) =>
    Effect.gen(function* () {
      const { key, robot, user } = yield* scene.a.run(aStage)
      const viewer = yield* scene.b.run(connectRealtime(user.token))
      viewer.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      yield* viewer.settled
      const watcher = yield* scene.a.run(connectRealtime(key.token))
      watcher.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* watcher.next("presence", ({ viewers }) => viewers.length === 1)
    }),

  "presence whose messages are lost: it is right once the gap is found, of who came and who went": (scene) =>
    Effect.gen(function* () {
      const { key, robot, user } = yield* scene.a.run(aStage)
      const isOf = (id: string) => (frame: any) => frame.viewers.length === 1 && frame.viewers[0].id === id
      const watching = Effect.gen(function* () {
        const client = yield* connectRealtime(key.token)
        client.send({ type: "presence_subscribe", robot_id: robot.id })
        yield* client.next("presence")
        return client
      })
      const [here, there] = [yield* scene.a.run(watching), yield* scene.b.run(watching)]
      const looking = Effect.fnUntraced(function* (token: string) {
        const client = yield* connectRealtime(token)
        client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
        yield* client.settled
        return client
      })
      const first = yield* scene.b.run(looking(user.token))
      yield* here.next("presence", isOf(user.user.id))
      yield* scene.losing(
        ["viewers"],
        Effect.gen(function* () {
          yield* scene.b.run(looking(key.token))
          first.socket.close()
          yield* there.next("presence", isOf(key.id))
        })
      )
      yield* scene.beat
      yield* here.next("presence", isOf(key.id))
    })
}
