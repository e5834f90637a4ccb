import { assert, describe, it, layer } from "@effect/vitest"
import type { RecordingState } from "@fleet/bridge-protocol/BridgeMessages"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Recordings } from "@fleet/server/robots/recordings/Recordings"
import { RecordingsPart } from "@fleet/server/robots/recordings/RecordingsPart"
import { recordings } from "@fleet/server/robots/recordings/Feature"
import { RecordingRecords } from "@fleet/server/robots/recordings/RecordingRecords"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventually } from "../jobs/world.ts"
import { aConnectedRecorder, anMcap, aRobotWithRecorder, RecordingsApp, state, uploadRecording } from "./world.ts"

/** Another server process, as far as it makes recordings. */
const aProcess = Effect.map(
  Layer.build(
    Layer.fresh(
      RecordingRecords.layer.pipe(
        Layer.provide(recordings.stores),
        Layer.provide(Layer.mergeAll(Bus.layer, Counters.layer))
      )
    )
  ),
  (services) => Context.get(services, RecordingRecords)
)

layer(RecordingsApp, { timeout: "60 seconds", excludeTestServices: true })("recordings of a robot", (it) => {
  it.effect("what two processes see happen is recorded once", () =>
    Effect.gen(function* () {
      const { list, robot } = yield* aRobotWithRecorder()
      const transaction = yield* Transaction
      const processes = yield* Effect.all([aProcess, aProcess, aProcess, aProcess])
      const happened = [{ robotId: robot.id, cause: { kind: "alert", ref: crypto.randomUUID() }, atMs: 1000 }] as const
      yield* Effect.all(
        processes.map(({ cutOn }) => transaction.run(cutOn("alert", happened))),
        { concurrency: 4 }
      )
      assert.strictEqual((yield* list).length, 1)
    })
  )

  it.effect("nothing is recorded where the change that it is of is not kept", () =>
    Effect.gen(function* () {
      const { list, robot } = yield* aRobotWithRecorder()
      const transaction = yield* Transaction
      const { cutOn } = yield* aProcess
      const happened = [{ robotId: robot.id, cause: { kind: "job", ref: "1" }, atMs: 1000 }] as const
      yield* Effect.exit(transaction.run(Effect.andThen(cutOn("job", happened), Effect.fail("no"))))
      assert.deepStrictEqual(yield* list, [])
    })
  )

  it.effect("what is not uploaded within a day has failed", () =>
    Effect.gen(function* () {
      const { bridge, get, requested, robot } = yield* aConnectedRecorder()
      const sql = yield* SqlClient.SqlClient
      const { endOld } = yield* Recordings
      const { recording_id, upload_token } = yield* requested
      const age = (by: string) =>
        sql`UPDATE recordings SET created_at = created_at - ${by}::interval WHERE robot_id = ${robot.id}`
      yield* age("23 hours 59 minutes")
      yield* endOld
      assert.strictEqual((yield* get(recording_id)).state, "requested")
      yield* age("1 minute")
      yield* endOld
      const { error, state } = yield* get(recording_id)
      assert.deepStrictEqual([state, error.code], ["failed", "timeout"])
      assert.strictEqual((yield* bridge.next("recording_cancel")).recording_id, recording_id)
      const late = yield* uploadRecording({ recording_id, upload_token }, { bytes: yield* anMcap() })
      assert.strictEqual(late.status, 401)
    })
  )

  it.effect("two hundred are kept: the oldest failed ones go, then the oldest with their files", () =>
    Effect.gen(function* () {
      const { cut, get, list, orgId, requested, robot } = yield* aConnectedRecorder()
      const sql = yield* SqlClient.SqlClient
      const stored = yield* requested
      assert.strictEqual((yield* uploadRecording(stored, { bytes: yield* anMcap() })).status, 201)
      yield* sql`UPDATE recordings SET created_at = created_at - interval '2 days' WHERE robot_id = ${robot.id}`
      yield* sql`
        INSERT INTO recordings (id, org_id, robot_id, state, cause_kind, at_ms, wanted_from_ms, wanted_to_ms, max_bytes, error,
          created_at, updated_at)
        SELECT gen_random_uuid(), ${orgId}, ${robot.id}, 'failed', 'alert', n, 1, 1, 1, '{"code": "c", "message": "m"}',
          now() - interval '1 day' + n * interval '1 second', now()
        FROM generate_series(1, 198) AS n`
      const count = Effect.map(
        sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM recordings WHERE robot_id = ${robot.id}`,
        ([row]) => row!.n
      )
      const oldestFailed = Effect.map(list, (all) =>
        Math.min(...all.filter(({ error }) => error).map(({ at_ms }) => at_ms))
      )
      const second = yield* requested
      assert.deepStrictEqual([yield* count, yield* oldestFailed], [200, 1])
      const third = yield* requested
      yield* eventually(oldestFailed, (at_ms) => at_ms === 2)
      assert.strictEqual(yield* count, 200)
      assert.strictEqual((yield* get(stored.recording_id)).state, "stored")

      // Where all are stored.
      const assetOf = (id: string) => sql`SELECT id FROM assets WHERE name = ${`${id}.mcap`}`
      yield* sql`
        INSERT INTO assets (id, robot_id, org_id, kind, name, media_type, size_bytes, sha256, created_at)
        SELECT r.id, r.robot_id, r.org_id, 'recording', r.id || '.mcap', 'application/octet-stream', 1, a.sha256, now()
        FROM recordings r, assets a
        WHERE r.robot_id = ${robot.id} AND r.state = 'failed' AND a.name = ${`${stored.recording_id}.mcap`}`
      yield* sql`
        UPDATE recordings SET state = 'stored', error = NULL, asset_id = id
        WHERE robot_id = ${robot.id} AND state = 'failed'`
      for (const { recording_id, upload_token } of [second, third]) {
        assert.strictEqual(
          (yield* uploadRecording({ recording_id, upload_token }, { bytes: yield* anMcap() })).status,
          201
        )
      }
      assert.strictEqual((yield* assetOf(stored.recording_id)).length, 1)
      assert.strictEqual((yield* cut).status, 202)
      yield* eventually(count, (n) => n === 200)
      yield* eventually(assetOf(stored.recording_id), (rows) => rows.length === 0)
      assert.isFalse((yield* list).some(({ id }) => id === stored.recording_id))
    })
  )
})

describe("reports of recordings", () => {
  const aPart = () => {
    const written: Array<RecordingState> = []
    const ends: Array<() => void> = []
    let asked = 0
    const part = new RecordingsPart({
      ask: () => void asked++,
      write: (report, done) => {
        written.push(report)
        ends.push(done)
      }
    })
    return { part, written, end: () => ends.shift()?.(), asked: () => asked }
  }

  it("are written one after the other, the newest of each recording, and nothing is kept", () => {
    const { end, part, written } = aPart()
    assert.isTrue(part.isVacant)
    for (const each of ["recording", "waiting", "uploading"] as const) assert.isTrue(part.message(state("a", each)))
    assert.isFalse(part.isVacant)
    assert.deepStrictEqual(written.splice(0), [state("a", "recording")])
    end()
    assert.deepStrictEqual(written.splice(0), [state("a", "uploading")])
    end()
    assert.isTrue(part.isVacant)
    assert.deepStrictEqual(written, [])
    assert.isFalse(part.message({ type: "pong", ts_ms: 1 }))
  })

  it("wait for sixteen recordings at most, and for none of a robot that is deleted", () => {
    const { end, part, written } = aPart()
    part.message(state("first", "recording"))
    for (let index = 0; index < 16; index++) assert.isTrue(part.message(state(`${index}`, "recording")))
    assert.isFalse(part.message(state("another", "recording")))
    assert.isTrue(part.message(state("0", "waiting")))
    part.forget()
    end()
    assert.isTrue(part.isVacant)
    assert.strictEqual(written.length, 1)
  })

  it("begin with what a bridge that has come is asked for", () => {
    const { asked, part } = aPart()
    part.attach()
    assert.strictEqual(asked(), 1)
  })
})
