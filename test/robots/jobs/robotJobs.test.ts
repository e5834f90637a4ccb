import { assert, describe, it } from "@effect/vitest"
import type { JobState } from "@fleet/domain/Jobs"
import type { TrackedJob } from "@fleet/server/robots/jobs/RobotJobs"
import { isFinal } from "@fleet/server/robots/jobs/JobStateMachine"
import { Schema } from "effect"
import { newRobotJobs, job, report } from "./robotJobsWorld.ts"

const slugs = ["dock", "undock", "reset"] as const
const Slug = Schema.Literals(slugs)
const Index = Schema.Literals([0, 1, 2, 3, 4, 5])

const Operation = Schema.Union([
  Schema.Struct({ type: Schema.tag("start"), slug: Slug }),
  Schema.Struct({ type: Schema.tag("external"), slug: Slug }),
  Schema.Struct({
    type: Schema.tag("report"),
    job: Index,
    state: Schema.Literals(["running", "succeeded", "failed", "cancelled", "lost"])
  }),
  Schema.Struct({ type: Schema.tag("notKnown"), job: Index }),
  Schema.Struct({ type: Schema.tag("lost"), job: Index }),
  Schema.Struct({ type: Schema.tag("withdraw"), job: Index }),
  Schema.Struct({ type: Schema.tag("online") }),
  Schema.Struct({ type: Schema.tag("offline") }),
  Schema.Struct({ type: Schema.tag("sweep"), ms: Schema.Literals([250, 1000, 5000, 15_000, 300_000]) })
])

const legal: Readonly<Record<JobState, ReadonlyArray<JobState>>> = {
  running: ["unknown", "succeeded", "failed", "cancelled", "lost"],
  unknown: ["running", "succeeded", "failed", "cancelled", "lost"],
  succeeded: [],
  failed: [],
  cancelled: [],
  lost: []
}

describe("RobotJobs in any sequence of calls", () => {
  it.prop(
    "RobotJobs in any sequence of calls makes only legal transitions and holds exactly what is unfinished",
    [Schema.Array(Operation)],
    ([operations]) => {
      const all: Array<TrackedJob> = []
      const states = new Map<string, JobState>()
      const robotJobs = newRobotJobs((_, changed, moved) => {
        const before = states.get(changed.id)!
        if (moved) assert.include(legal[before], changed.state)
        else assert.strictEqual(changed.state, before)
        states.set(changed.id, changed.state)
      })
      const hold = (held: TrackedJob) => {
        all.push(held)
        states.set(held.id, held.state)
        robotJobs.hold(held)
      }
      let nowMs = 0
      for (const operation of operations) {
        const named = "job" in operation ? all[operation.job] : undefined
        switch (operation.type) {
          case "start":
            if (robotJobs.occupant(operation.slug) === undefined) hold(job(operation.slug, nowMs))
            break
          case "external":
            hold(job(operation.slug, nowMs, "external"))
            break
          case "report":
            if (named !== undefined) robotJobs.report(named, report(operation.state), nowMs)
            break
          case "notKnown":
            if (named !== undefined) robotJobs.notKnown(named, nowMs)
            break
          case "lost":
            if (named !== undefined) robotJobs.apply(named, { type: "lost", error: null }, nowMs)
            break
          case "withdraw":
            if (named !== undefined) robotJobs.apply(named, { type: "config_changed" }, nowMs)
            break
          case "online":
            robotJobs.online(nowMs)
            break
          case "offline":
            robotJobs.offline(nowMs)
            break
          case "sweep": {
            nowMs += operation.ms
            const asked = robotJobs.sweep(nowMs)
            for (const id of asked) assert.strictEqual(robotJobs.jobs.get(id)?.state, "unknown")
            if (robotJobs.offlineSinceMs !== null) assert.isEmpty(asked)
          }
        }
        const open = all.filter(({ state }) => !isFinal(state))
        assert.sameMembers([...robotJobs.jobs.values()], open)
        for (const { id, state } of all) assert.strictEqual(states.get(id), state, "a move that nobody was told of")
        for (const slug of slugs) {
          const own = open.filter((held) => held.slug === slug && held.origin === "platform")
          assert.isAtMost(own.length, 1)
          const occupied = open.some((held) => held.slug === slug)
          assert.strictEqual(robotJobs.occupant(slug) !== undefined, occupied)
        }
        assert.strictEqual(robotJobs.queued, open.filter(({ origin }) => origin === "platform").length)
      }
    }
  )
})

describe("RobotJobs", () => {
  it("RobotJobs gives an unreported job the caller's patience, and a reported one five seconds", () => {
    const robotJobs = newRobotJobs()
    const unheard = job("dock", 0)
    const heard = job("undock", 0)
    robotJobs.hold(unheard)
    robotJobs.hold(heard)
    robotJobs.report(heard, report("running"), 1000)
    assert.deepStrictEqual([robotJobs.sweep(5999), heard.state], [[], "running"])
    assert.deepStrictEqual([robotJobs.sweep(6000), heard.state], [[heard.id], "unknown"])
    robotJobs.sweep(14_999)
    assert.strictEqual(unheard.state, "running")
    assert.include(robotJobs.sweep(15_000), unheard.id)
    assert.deepStrictEqual([unheard.state, unheard.error?.code], ["unknown", "bridge_timeout"])
  })

  it("RobotJobs asks about an unknown job at once and every five seconds, while the robot is connected", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.report(held, report("running"), 0)
    assert.deepStrictEqual(robotJobs.sweep(5000), [held.id])
    assert.deepStrictEqual(robotJobs.sweep(9999), [])
    assert.deepStrictEqual(robotJobs.sweep(10_000), [held.id])
    robotJobs.offline(11_000)
    assert.deepStrictEqual(robotJobs.sweep(20_000), [])
    robotJobs.online(21_000)
    assert.deepStrictEqual(robotJobs.sweep(21_000), [held.id])
  })

  it("RobotJobs waits five minutes for a robot that is offline, however silent", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.report(held, report("running"), 0)
    robotJobs.offline(1000)
    robotJobs.sweep(300_999)
    assert.strictEqual(held.state, "running")
    robotJobs.sweep(301_000)
    assert.deepStrictEqual([held.state, held.error?.code], ["unknown", "bridge_disconnected"])
  })

  it("RobotJobs loses an action the bridge does not know only when nothing else runs on its slug", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    const other = job("dock", 1, "external")
    robotJobs.hold(held)
    robotJobs.apply(held, { type: "silent" }, 0)
    robotJobs.hold(other)
    robotJobs.notKnown(held, 1)
    assert.strictEqual(held.state, "unknown")
    robotJobs.report(other, report("succeeded"), 2)
    robotJobs.notKnown(held, 3)
    assert.deepStrictEqual([held.state, held.error?.code], ["lost", "job_unknown_to_bridge"])
  })

  it("RobotJobs loses a service the bridge does not know whatever runs beside it", () => {
    const robotJobs = newRobotJobs()
    const held = job("reset", 0)
    robotJobs.hold(held)
    robotJobs.apply(held, { type: "silent" }, 0)
    robotJobs.hold(job("reset", 1, "external"))
    robotJobs.notKnown(held, 1)
    assert.strictEqual(held.state, "lost")
  })

  it("RobotJobs publishes feedback that changes no state, and drops it at the end", () => {
    const told: Array<unknown> = []
    const robotJobs = newRobotJobs((_, { feedback, progress, state }, moved) =>
      told.push([state, feedback, progress, moved])
    )
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.report(held, report("running", { feedback: { left: 3 }, progress: 0.5 }), 1)
    robotJobs.report(held, report("succeeded", { feedback: { left: 0 }, progress: 1, result: "there" }), 2)
    robotJobs.report(held, report("failed"), 3)
    assert.deepStrictEqual(told, [
      ["running", { left: 3 }, 0.5, false],
      ["succeeded", null, null, true]
    ])
    assert.strictEqual(held.result, "there")
  })

  it("RobotJobs takes back a job that was never sent", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.release(held)
    assert.deepStrictEqual([robotJobs.occupant("dock"), robotJobs.jobs.size, robotJobs.newest.size], [undefined, 0, 0])
  })

  it("RobotJobs counts a cancel that the cloud asked for as its own", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    held.ending = true
    robotJobs.report(held, report("cancelled"), 1)
    assert.deepStrictEqual([held.state, held.error?.code], ["cancelled", "config_changed"])
  })

  it("RobotJobs is crowded by 500 unfinished external jobs, and by none of this platform", () => {
    const robotJobs = newRobotJobs()
    robotJobs.hold(job("dock", 0))
    const external = Array.from({ length: 500 }, (_, at) => job("dock", at, "external"))
    for (const [count, held] of external.entries()) {
      assert.deepStrictEqual([robotJobs.isCrowded, robotJobs.queued], [false, 1], `${count}`)
      robotJobs.hold(held)
    }
    assert.deepStrictEqual([robotJobs.isCrowded, robotJobs.queued], [true, 1])
    robotJobs.report(external[0]!, report("succeeded"), 500)
    assert.isFalse(robotJobs.isCrowded)
  })
})
