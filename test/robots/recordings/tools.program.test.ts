import { createClient } from "@fleet/sdk"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { aDesk } from "../../sdk/cli/support/fleet.ts"
import { aConnectedRecorder, anMcap, aRobotWithRecorder, RecordingsApp, say, uploadRecording } from "./world.ts"

layer(RecordingsApp, { timeout: "120 seconds", excludeTestServices: true })("recordings outside", (it) => {
  it.effect("the SDK lists, cuts, links and deletes recordings, and keeps them out of a model", () =>
    Effect.gen(function* () {
      const { as, bridge, robot } = yield* aConnectedRecorder()
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const fleet = createClient({ baseUrl, serverKey: as })
      const { recordings } = fleet.robot(robot.id)
      const done = <A>(work: () => Promise<A>) => Effect.promise(work)
      assert.deepStrictEqual(yield* done(() => recordings.list()), { recordings: [], recorder: true })
      const { id } = yield* done(() => recordings.cut())
      const bytes = yield* anMcap()
      assert.strictEqual((yield* uploadRecording(yield* bridge.next("recording_request"), { bytes })).status, 201)
      const stored = yield* done(() => recordings.get(id))
      assert.strictEqual(stored.state, "stored")
      const { url } = yield* done(() => recordings.link(id))
      assert.isTrue(Buffer.from(yield* done(async () => (await fetch(url)).arrayBuffer())).equals(bytes))
      assert.strictEqual(yield* done(() => fleet.robot(robot.id).model()), null)
      yield* done(() => recordings.delete(id))
      assert.deepStrictEqual((yield* done(() => recordings.list())).recordings, [])
      fleet.close()
    })
  )

  it.effect("the command lists, cuts, downloads and deletes recordings", () =>
    Effect.gen(function* () {
      const { as, bridge, robot } = yield* aConnectedRecorder()
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { fleet, folder, start } = yield* aDesk({ FLEET_URL: baseUrl, FLEET_KEY: as })
      const waiting = yield* start(["recordings", "cut", robot.id, "--wait"])
      const request = yield* bridge.next("recording_request")
      const id = request.recording_id
      yield* waiting.says(new RegExp(id))
      const bytes = yield* anMcap()
      assert.strictEqual((yield* uploadRecording(request, { bytes })).status, 201)
      assert.deepStrictEqual(yield* waiting.ended, { code: 0, output: `${id}\n`, errors: "" })

      const listed = yield* fleet(["recordings", "list", robot.name])
      assert.strictEqual(listed.code, 0, listed.errors)
      assert.match(listed.output, new RegExp(`^${id}  \\S+Z  request  stored  1 kB\\n$`))
      const json = yield* fleet(["recordings", "list", robot.name, "--json"])
      assert.deepInclude(JSON.parse(json.output), { id, state: "stored" })

      const loaded = yield* fleet(["recordings", "download", robot.name, id])
      assert.strictEqual(loaded.code, 0, loaded.errors)
      const path = join(folder, `${id}.mcap`)
      assert.isTrue(readFileSync(path).equals(bytes))
      writeFileSync(path, "mine")
      assert.strictEqual((yield* fleet(["recordings", "download", robot.name, id])).code, 1)
      assert.strictEqual(readFileSync(path, "utf8"), "mine")
      assert.strictEqual((yield* fleet(["recordings", "download", robot.name, id, "--force"])).code, 0)
      assert.isTrue(readFileSync(path).equals(bytes))

      assert.strictEqual((yield* fleet(["recordings", "delete", robot.name, id])).code, 0)
      const gone = yield* fleet(["recordings", "download", robot.name, id, "--out", "other.mcap"])
      assert.deepStrictEqual([gone.code, /not_found/.test(gone.errors)], [1, true])

      const failing = yield* start(["recordings", "cut", robot.id, "--wait"])
      const { recording_id } = yield* bridge.next("recording_request")
      yield* say(bridge, recording_id, "failed", { error: { code: "recording_gone", message: "It is gone." } })
      const failed = yield* failing.ended
      assert.deepStrictEqual([failed.code, /It is gone. \(recording_gone\)/.test(failed.errors)], [1, true])
    })
  )

  it.effect("the command says where there is no recorder", () =>
    Effect.gen(function* () {
      const { as, robot } = yield* aRobotWithRecorder(null)
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { fleet } = yield* aDesk({ FLEET_URL: baseUrl, FLEET_KEY: as })
      assert.match((yield* fleet(["recordings", "list", robot.id])).errors, /has no recorder/)
      assert.strictEqual((yield* fleet(["recordings", "cut", robot.id])).code, 1)
    })
  )
})
