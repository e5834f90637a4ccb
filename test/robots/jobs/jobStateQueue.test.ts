import { assert, describe, it } from "@effect/vitest"
import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Int } from "@fleet/domain/Wire"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { JobChanged } from "@fleet/server/platform/bus/RobotEvents"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { type JobEntry, JobStateQueue } from "@fleet/server/robots/jobs/JobStateQueue"
import { JobStateWriter } from "@fleet/server/robots/jobs/JobStateWriter"
import { RobotJobs, trackedJob } from "@fleet/server/robots/jobs/RobotJobs"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"

const orgId = OrgId.make(randomUUID())
const robots = [0, 1].map(() => new RobotJobs(RobotId.make(randomUUID()), orgId, 0, () => undefined))
const made = (seq: number) => trackedJob({ id: JobId.make(randomUUID()), slug: "dock", startedAtMs: 0, seq })

/** Four jobs, two of each robot. */
const jobs = [0, 1, 2, 3].map(made)
const robotOf = (job: number) => robots[job % 2]!

const entryOf = (job: number, progress: number, moved: boolean): JobEntry => {
  const robotJobs = robotOf(job)
  const { kind } = jobs[job]!
  const event: JobChanged = {
    type: "job",
    robotId: robotJobs.robotId,
    job: robotJobs.toJob(jobs[job]!),
    feedback: null,
    progress,
    timestampMs: 0
  }
  return { robotJobs, kept: null, orgId, kind, moved, stateAtMs: 0, event }
}

const Steps = Schema.Array(
  Schema.Struct({
    does: Schema.Literals(["report", "reports", "move", "take", "takeOf", "write", "fail"]),
    job: Int(0, 3),
    atMost: Int(1, 40)
  })
).check(Schema.isMaxLength(60))

describe("the queue of job states", () => {
  it.prop(
    "the queue of job states: each job's are written in order, its moves all, its newest report, and so many that wait",
    [Steps],
    ([steps]) => {
      const queue = new JobStateQueue()
      let number = 0
      const added = jobs.map((): Array<{ readonly number: number; readonly moved: boolean }> => [])
      const written = jobs.map((): Array<number> => [])
      let underWay: ReadonlyArray<JobEntry> = []
      const add = (job: number, moved: boolean) => {
        added[job]!.push({ number: ++number, moved })
        queue.add(entryOf(job, number, moved))
      }
      const write = () => {
        for (const entry of underWay) {
          queue.written(entry)
          written[jobs.findIndex(({ id }) => id === entry.event.job.id)]!.push(entry.event.progress!)
        }
        underWay = []
      }
      for (const { atMost, does, job } of steps) {
        const before = queue.size
        if (does === "report") add(job, false)
        else if (does === "reports") for (let report = 0; report < atMost; report++) add(job, false)
        else if (does === "move") add(job, true)
        else if (does === "take" && underWay.length === 0) {
          underWay = queue.take(atMost)
          assert.lengthOf(underWay, Math.min(before, atMost))
        } else if (does === "takeOf" && underWay.length === 0) {
          underWay = queue.takeOf(robotOf(job).robotId, atMost)
          assert.isTrue(underWay.every(({ robotJobs }) => robotJobs === robotOf(job)))
          assert.isAtMost(underWay.length, atMost)
        } else if (does === "write") write()
        else if (does === "fail") {
          queue.giveBack(underWay)
          underWay = []
        }
        const moves = added.reduce((sum, each) => sum + each.filter(({ moved }) => moved).length, 0)
        assert.isAtMost(queue.size + underWay.length, 16 * jobs.length + 2 * moves)
      }
      write()
      while (queue.size > 0) {
        underWay = queue.take(7)
        write()
      }
      for (const [job, numbers] of written.entries()) {
        const all = added[job]!
        assert.deepStrictEqual(
          numbers,
          numbers.toSorted((a, b) => a - b)
        )
        assert.includeMembers(
          numbers,
          all.filter(({ moved }) => moved).map((each) => each.number)
        )
        assert.strictEqual(numbers.at(-1), all.at(-1)?.number)
        assert.lengthOf(new Set(numbers), numbers.length)
      }
      // Nothing is kept of a job of which nothing waits.
      for (let report = 0; report < 16; report++) queue.add(entryOf(0, report, false))
      assert.strictEqual(queue.size, 16)
    }
  )
})

/** A writer over a table that fails while it is told to, and what it published: the job, its state and its progress. */
const aWriter = Effect.fnUntraced(function* () {
  const table = { fails: false, tries: 0 }
  const told: Array<readonly [number, string, number | null]> = []
  const bus = Layer.succeed(Bus, {
    publishRobot: ({ job, progress }: JobChanged) => void told.push([job.seq, job.state, progress]),
    publishOrg: () => undefined
  } as unknown as typeof Bus.Service)
  const keep = () =>
    Effect.suspend(() => {
      table.tries++
      return table.fails ? Effect.die("the database is away") : Effect.void
    })
  const services = yield* Layer.build(JobStateWriter.layer.pipe(Layer.provide([bus, Layer.mock(JobWriter, { keep })])))
  return { table, told, writer: yield* Effect.provide(JobStateWriter, services) }
})

describe("the writer of job states", () => {
  it.effect("a state that cannot be stored is tried again each second, and nothing newer is published before it", () =>
    Effect.gen(function* () {
      const { table, told, writer } = yield* aWriter()
      const [robotJobs] = robots
      table.fails = true
      const job = made(1)
      writer.changed(robotJobs!, { ...job, state: "unknown" }, true)
      yield* TestClock.adjust(0)
      for (let second = 0; second < 5; second++) {
        for (let report = 1; report <= 40; report++)
          writer.changed(robotJobs!, { ...job, progress: (40 * second + report) / 200 }, false)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(table.tries, 6)
      assert.deepStrictEqual(told, [])
      writer.changed(robotJobs!, { ...job, state: "succeeded", progress: 1 }, true)
      table.fails = false
      yield* TestClock.adjust("1 second")
      // The first state, fifteen reports of which the last is the newest, and the end.
      assert.lengthOf(told, 1 + 15 + 1)
      assert.deepStrictEqual(told[0], [1, "unknown", null])
      assert.deepStrictEqual(told.slice(-2), [
        [1, "running", 1],
        [1, "succeeded", 1]
      ])
      assert.strictEqual(robotJobs!.unstored, 0)
    })
  )

  it.effect("a flush of one robot stores and publishes its jobs, and fails where the database does", () =>
    Effect.gen(function* () {
      const { table, told, writer } = yield* aWriter()
      const [one, other] = robots
      table.fails = true
      writer.changed(one!, { ...made(1), state: "unknown" }, true)
      writer.changed(other!, { ...made(2), state: "unknown" }, true)
      const exit = yield* Effect.exit(writer.flushOf(one!.robotId))
      assert.isTrue(exit._tag === "Failure")
      assert.strictEqual(one!.unstored, 1)
      table.fails = false
      yield* writer.flushOf(one!.robotId)
      assert.deepStrictEqual(
        told.map(([seq]) => seq),
        [1]
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        told.map(([seq]) => seq),
        [1, 2]
      )
    })
  )
})
