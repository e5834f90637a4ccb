import { assert, it } from "@effect/vitest"
import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { JobChanged } from "@fleet/server/platform/bus/RobotEvents"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { JobStateWriter } from "@fleet/server/robots/jobs/JobStateWriter"
import { RobotJobs, trackedJob } from "@fleet/server/robots/jobs/RobotJobs"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { randomUUID } from "node:crypto"

/** How far the reports of a job say it is, while the database stores nothing of it until the gate opens. */
const progressOf = Effect.fnUntraced(function* (reports: number) {
  const gate = Deferred.makeUnsafe<void>()
  const told: Array<JobChanged> = []
  const ended = Deferred.makeUnsafe<void>()
  const bus = Layer.succeed(Bus, {
    publishRobot: (event: JobChanged) => {
      told.push(event)
      if (event.job.state === "succeeded") Deferred.doneUnsafe(ended, Exit.void)
    },
    publishOrg: () => undefined
  } as unknown as typeof Bus.Service)
  const store = Layer.mock(JobWriter, { keep: () => Deferred.await(gate) })
  yield* Effect.gen(function* () {
    const writer = yield* JobStateWriter
    const robotJobs = new RobotJobs(RobotId.make(randomUUID()), OrgId.make(randomUUID()), 0, () => undefined)
    const made = () => trackedJob({ id: JobId.make(randomUUID()), slug: "dock", startedAtMs: 0, seq: 1 })
    writer.changed(robotJobs, { ...made(), state: "failed" }, true)
    // The writer holds that one now, and waits.
    yield* Effect.yieldNow
    yield* Effect.yieldNow
    const job = made()
    writer.started(robotJobs, job)
    for (let report = 1; report <= reports; report++) {
      writer.changed(robotJobs, Object.assign(job, { progress: report / reports }), false)
    }
    writer.changed(robotJobs, Object.assign(job, { state: "succeeded" }), true)
    Deferred.doneUnsafe(gate, Exit.void)
    yield* Deferred.await(ended)
    assert.strictEqual(robotJobs.unstored, 0)
  }).pipe(Effect.provide(JobStateWriter.layer.pipe(Layer.provide([bus, store]))))
  return told.slice(1).map(({ job, progress }): ReadonlyArray<unknown> => [job.state, progress])
})

it.live("every report of a job is published, once the database answers", () =>
  Effect.gen(function* () {
    const told = yield* progressOf(15)
    assert.deepStrictEqual(told, [
      ["running", null],
      ...Array.from({ length: 15 }, (_, index) => ["running", (index + 1) / 15]),
      ["succeeded", 1]
    ])
  })
)

it.live("of a thousand reports of a job that wait for the database the newest is kept", () =>
  Effect.gen(function* () {
    const told = yield* progressOf(1_000)
    assert.lengthOf(told, 1 + 15 + 1)
    assert.deepStrictEqual(told.slice(-2), [
      ["running", 1],
      ["succeeded", 1]
    ])
  })
)

it.live("who begins a job waits until every end of the slug is stored, and for no other slug", () =>
  Effect.gen(function* () {
    const gate = Deferred.makeUnsafe<void>()
    const bus = Layer.succeed(Bus, {
      publishRobot: () => undefined,
      publishOrg: () => undefined
    } as unknown as typeof Bus.Service)
    const store = Layer.mock(JobWriter, { keep: () => Deferred.await(gate) })
    yield* Effect.gen(function* () {
      const writer = yield* JobStateWriter
      const robotId = RobotId.make(randomUUID())
      const robotJobs = new RobotJobs(robotId, OrgId.make(randomUUID()), 0, () => undefined)
      const made = (slug: string) => trackedJob({ id: JobId.make(randomUUID()), slug, startedAtMs: 0, seq: 1 })
      writer.changed(robotJobs, { ...made("dock"), state: "failed" }, true)
      writer.changed(robotJobs, { ...made("dock"), state: "succeeded" }, true)
      writer.changed(robotJobs, { ...made("undock"), state: "unknown" }, true)
      yield* writer.endsStored(robotId, "undock")
      yield* writer.endsStored(RobotId.make(randomUUID()), "dock")
      const waiting = yield* Effect.forkChild(writer.endsStored(robotId, "dock"))
      yield* Effect.yieldNow
      assert.isUndefined(waiting.pollUnsafe())
      Deferred.doneUnsafe(gate, Exit.void)
      yield* Fiber.join(waiting)
      assert.strictEqual(robotJobs.unstored, 0)
      yield* writer.endsStored(robotId, "dock")
    }).pipe(Effect.provide(JobStateWriter.layer.pipe(Layer.provide([bus, store]))))
  })
)
