import { assert, describe, it } from "@effect/vitest"
import { isFinal } from "@fleet/server/robots/jobs/JobStateMachine"
import { DateTime } from "effect"
import { newRobotJobs, job, report } from "./robotJobsWorld.ts"

describe("the occupant of a slug", () => {
  it("the occupant of a slug is its newest unfinished job, and an older one once that has ended", () => {
    const robotJobs = newRobotJobs()
    const own = job("dock", 0)
    const external = job("dock", 1, "external")
    robotJobs.hold(own)
    robotJobs.hold(external)
    assert.strictEqual(robotJobs.occupant("dock"), external)
    assert.isUndefined(robotJobs.occupant("undock"))
    robotJobs.report(external, report("succeeded"), 2)
    assert.strictEqual(robotJobs.occupant("dock"), own)
    assert.strictEqual(robotJobs.newest.get("dock"), external)
  })

  it("the occupant of a slug is the one that began last, whichever was held first; of two at once the later held", () => {
    const robotJobs = newRobotJobs()
    const [old, late, twin] = [job("dock", 1), job("dock", 2), job("dock", 2)]
    robotJobs.hold(late)
    robotJobs.hold(old)
    assert.strictEqual(robotJobs.newest.get("dock"), late)
    robotJobs.hold(twin)
    assert.strictEqual(robotJobs.newest.get("dock"), twin)
  })

  it("the occupant of a slug is whatever the slug is kept for, until that is released", () => {
    const robotJobs = newRobotJobs()
    const kept = job("dock", 0)
    robotJobs.reserve(kept)
    assert.deepStrictEqual([robotJobs.occupant("dock"), robotJobs.jobs.size], [kept, 0])
    robotJobs.release(kept)
    assert.isUndefined(robotJobs.occupant("dock"))
  })

  it("the occupant of a slug is not taken away with another job", () => {
    const robotJobs = newRobotJobs()
    const [old, late] = [job("dock", 1), job("dock", 2)]
    robotJobs.hold(old)
    robotJobs.hold(late)
    robotJobs.release(old)
    assert.deepStrictEqual([robotJobs.occupant("dock"), [...robotJobs.jobs.values()]], [late, [late]])
  })

  it("the occupant of a slug is no job that has ended before it was held", () => {
    const robotJobs = newRobotJobs()
    const failed = Object.assign(job("dock", 0), { state: "failed" })
    robotJobs.hold(failed)
    assert.deepStrictEqual(
      [robotJobs.occupant("dock"), robotJobs.jobs.size, robotJobs.newest.get("dock")],
      [undefined, 0, failed]
    )
  })
})

describe("timers of RobotJobs", () => {
  it("timers of RobotJobs give an unreported job its patience from its start, whether or not the robot is there", () => {
    for (const away of [false, true]) {
      const robotJobs = newRobotJobs()
      const held = job("dock", 10_000)
      robotJobs.hold(held)
      if (away) robotJobs.offline(10_000)
      robotJobs.sweep(24_999)
      assert.strictEqual(held.state, "running")
      robotJobs.sweep(25_000)
      assert.deepStrictEqual([held.state, held.error?.code], ["unknown", "bridge_timeout"])
    }
  })

  it("timers of RobotJobs begin anew for a reported job when its robot comes back", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.report(held, report("running"), 1000)
    robotJobs.offline(2000)
    robotJobs.online(60_000)
    robotJobs.sweep(64_999)
    assert.strictEqual(held.state, "running")
    assert.deepStrictEqual([robotJobs.sweep(65_000), held.error?.code], [[held.id], "bridge_timeout"])
  })

  it("timers of RobotJobs take nothing from a reported job of a connected robot that was away for long before", () => {
    const robotJobs = newRobotJobs()
    robotJobs.offline(0)
    robotJobs.online(400_000)
    const held = job("dock", 400_000)
    robotJobs.hold(held)
    robotJobs.report(held, report("running"), 400_000)
    assert.deepStrictEqual([robotJobs.sweep(404_999), held.state], [[], "running"])
  })

  it("timers of RobotJobs ask at once about an unknown job when its robot comes back, however lately it was asked about", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.apply(held, { type: "silent" }, 20_000)
    assert.deepStrictEqual(robotJobs.sweep(20_000), [held.id])
    robotJobs.offline(20_500)
    robotJobs.online(21_000)
    assert.deepStrictEqual(robotJobs.sweep(21_000), [held.id])
  })

  it("timers of RobotJobs ask at once about a job that is unknown again", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.apply(held, { type: "silent" }, 1000)
    assert.deepStrictEqual(robotJobs.sweep(1000), [held.id])
    robotJobs.report(held, report("running"), 2000)
    held.askedAtMs = 2000
    robotJobs.notKnown(held, 3000)
    assert.deepStrictEqual([held.state, held.error], ["unknown", null])
    assert.deepStrictEqual(robotJobs.sweep(3000), [held.id])
  })
})

describe("a report", () => {
  it("a report that makes an unknown job run again is published once", () => {
    const told: Array<unknown> = []
    const robotJobs = newRobotJobs((of, { id, state }, moved) => told.push([of === robotJobs, id, state, moved]))
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.apply(held, { type: "silent" }, 1)
    robotJobs.report(held, report("running", { progress: 0.5 }), 2)
    assert.deepStrictEqual(told, [
      [true, held.id, "unknown", true],
      [true, held.id, "running", true]
    ])
    assert.deepInclude(held, { updatedAtMs: 2, reportedAtMs: 2, isReported: true, progress: 0.5, error: null })
  })

  it("a report of a job that has ended changes nothing of it", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    robotJobs.report(held, report("succeeded", { result: 1 }), 1)
    const before = { ...held }
    robotJobs.report(held, report("running", { feedback: "late", progress: 1 }), 2)
    assert.deepStrictEqual(held, before)
  })

  it("a report of a cancelled job names whether the cloud asked for it", () => {
    for (const [ending, state, code] of [
      [false, "cancelled", undefined],
      [true, "cancelled", "config_changed"],
      [true, "succeeded", undefined]
    ] as const) {
      const robotJobs = newRobotJobs()
      const held = job("dock", 0)
      robotJobs.hold(held)
      held.ending = ending
      robotJobs.report(held, report(state), 1)
      assert.deepStrictEqual([held.state, held.error?.code], [state, code])
    }
  })

  it("a report that it does not know a job counts only goals that run on the same slug", () => {
    const lost = (slug: string, state: "running" | "unknown") => {
      const robotJobs = newRobotJobs()
      const held = job("dock", 0)
      robotJobs.hold(held)
      robotJobs.apply(held, { type: "silent" }, 0)
      robotJobs.hold(Object.assign(job(slug, 1, "external"), { state }))
      robotJobs.notKnown(held, 1)
      return isFinal(held.state)
    }
    assert.deepStrictEqual(
      [lost("dock", "running"), lost("dock", "unknown"), lost("undock", "running")],
      [false, true, true]
    )
  })

  it("a report changes a job's state, or is marked as one that did not", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 0)
    robotJobs.hold(held)
    assert.isTrue(robotJobs.apply(held, { type: "silent" }, 1))
    assert.isFalse(robotJobs.apply(held, { type: "silent" }, 2))
    assert.strictEqual(held.updatedAtMs, 1)
  })
})

describe("a job on the wire", () => {
  it("a job on the wire is what is live of it", () => {
    const robotJobs = newRobotJobs()
    const held = job("dock", 1000)
    robotJobs.hold(held)
    const wire = {
      id: held.id,
      robot_id: robotJobs.robotId,
      slug: "dock",
      state: "running",
      origin: "platform",
      started_at: DateTime.makeUnsafe(1000),
      updated_at: DateTime.makeUnsafe(2000),
      seq: 1,
      result: null,
      error: null
    }
    robotJobs.report(held, report("running", { feedback: { left: 1 }, progress: 0.25 }), 2000)
    assert.deepStrictEqual<unknown>(robotJobs.toLive(held), {
      job: wire,
      feedback: { left: 1 },
      progress: 0.25,
      timestampMs: 2000
    })
    robotJobs.report(held, report("succeeded", { result: { at: 1 } }), 3000)
    assert.deepStrictEqual<unknown>(robotJobs.toLive(held), {
      job: { ...wire, state: "succeeded", result: { at: 1 }, updated_at: DateTime.makeUnsafe(3000) },
      feedback: null,
      progress: null,
      timestampMs: 3000
    })
  })

  it("a job on the wire has null for what was never reported", () => {
    const robotJobs = newRobotJobs()
    const held = Object.assign(job("dock", 0), { result: undefined, feedback: undefined })
    assert.isNull(robotJobs.toJob(held).result)
    assert.isNull(robotJobs.toLive(held).feedback)
  })
})

describe("RobotJobs can be forgotten", () => {
  const away = () => {
    const robotJobs = newRobotJobs()
    robotJobs.offline(0)
    return robotJobs
  }

  it("RobotJobs can be forgotten while its robot is away, and no sooner", () => {
    const robotJobs = newRobotJobs()
    assert.isFalse(robotJobs.isForgettable)
    robotJobs.offline(0)
    assert.isTrue(robotJobs.isForgettable)
    robotJobs.online(1)
    assert.isFalse(robotJobs.isForgettable)
  })

  it("RobotJobs can be forgotten but not while a hello is served, nor while a transition is not stored yet", () => {
    const robotJobs = away()
    robotJobs.greeting = 1
    assert.isFalse(robotJobs.isForgettable)
    robotJobs.greeting = 0
    robotJobs.unstored = 1
    assert.isFalse(robotJobs.isForgettable)
    robotJobs.unstored = 0
    assert.isTrue(robotJobs.isForgettable)
  })

  it("RobotJobs can be forgotten with unknown jobs alone, and none that the cloud itself is ending", () => {
    const robotJobs = away()
    const [first, second] = [job("dock", 0), job("undock", 0)]
    robotJobs.hold(first)
    robotJobs.hold(second)
    robotJobs.apply(first, { type: "disconnected" }, 1)
    assert.isFalse(robotJobs.isForgettable)
    robotJobs.apply(second, { type: "disconnected" }, 1)
    assert.isTrue(robotJobs.isForgettable)
    second.ending = true
    assert.isFalse(robotJobs.isForgettable)
    robotJobs.apply(second, { type: "config_changed" }, 2)
    assert.isTrue(robotJobs.isForgettable)
  })
})
