import { assert, describe, it } from "@effect/vitest"
import { isFinal } from "@fleet/server/robots/jobs/JobMoves"
import { DateTime } from "effect"
import { aDesk, job, report } from "./desks.ts"

describe("the occupant of a slug", () => {
  it("is its newest unfinished job, and an older one once that has ended", () => {
    const desk = aDesk()
    const own = job("dock", 0)
    const external = job("dock", 1, "external")
    desk.hold(own)
    desk.hold(external)
    assert.strictEqual(desk.occupant("dock"), external)
    assert.isUndefined(desk.occupant("undock"))
    desk.report(external, report("succeeded"), 2)
    assert.strictEqual(desk.occupant("dock"), own)
    assert.strictEqual(desk.newest.get("dock"), external)
  })

  it("is the one that began last, whichever was held first; of two at once the later held", () => {
    const desk = aDesk()
    const [old, late, twin] = [job("dock", 1), job("dock", 2), job("dock", 2)]
    desk.hold(late)
    desk.hold(old)
    assert.strictEqual(desk.newest.get("dock"), late)
    desk.hold(twin)
    assert.strictEqual(desk.newest.get("dock"), twin)
  })

  it("is whatever the slug is kept for, until that is released", () => {
    const desk = aDesk()
    const kept = job("dock", 0)
    desk.reserve(kept)
    assert.deepStrictEqual([desk.occupant("dock"), desk.jobs.size], [kept, 0])
    desk.release(kept)
    assert.isUndefined(desk.occupant("dock"))
  })

  it("is not taken away with another job", () => {
    const desk = aDesk()
    const [old, late] = [job("dock", 1), job("dock", 2)]
    desk.hold(old)
    desk.hold(late)
    desk.release(old)
    assert.deepStrictEqual([desk.occupant("dock"), [...desk.jobs.values()]], [late, [late]])
  })

  it("is no job that has ended before it was held", () => {
    const desk = aDesk()
    const failed = Object.assign(job("dock", 0), { state: "failed" })
    desk.hold(failed)
    assert.deepStrictEqual([desk.occupant("dock"), desk.jobs.size, desk.newest.get("dock")], [undefined, 0, failed])
  })
})

describe("time at a desk", () => {
  it("gives an unheard job its patience from its start, whether or not the robot is there", () => {
    for (const away of [false, true]) {
      const desk = aDesk()
      const held = job("dock", 10_000)
      desk.hold(held)
      if (away) desk.offline(10_000)
      desk.sweep(24_999)
      assert.strictEqual(held.state, "running")
      desk.sweep(25_000)
      assert.deepStrictEqual([held.state, held.error?.code], ["unknown", "bridge_timeout"])
    }
  })

  it("begins anew for a heard job when its robot comes back", () => {
    const desk = aDesk()
    const held = job("dock", 0)
    desk.hold(held)
    desk.report(held, report("running"), 1000)
    desk.offline(2000)
    desk.online(60_000)
    desk.sweep(64_999)
    assert.strictEqual(held.state, "running")
    assert.deepStrictEqual([desk.sweep(65_000), held.error?.code], [[held.id], "bridge_timeout"])
  })

  it("takes nothing from a heard job of a connected robot that was away for long before", () => {
    const desk = aDesk()
    desk.offline(0)
    desk.online(400_000)
    const held = job("dock", 400_000)
    desk.hold(held)
    desk.report(held, report("running"), 400_000)
    assert.deepStrictEqual([desk.sweep(404_999), held.state], [[], "running"])
  })

  it("asks at once about an unknown job when its robot comes back, however lately it was asked about", () => {
    const desk = aDesk()
    const held = job("dock", 0)
    desk.hold(held)
    desk.apply(held, { type: "silent" }, 20_000)
    assert.deepStrictEqual(desk.sweep(20_000), [held.id])
    desk.offline(20_500)
    desk.online(21_000)
    assert.deepStrictEqual(desk.sweep(21_000), [held.id])
  })

  it("asks at once about a job that is unknown again", () => {
    const desk = aDesk()
    const held = job("dock", 0)
    desk.hold(held)
    desk.apply(held, { type: "silent" }, 1000)
    assert.deepStrictEqual(desk.sweep(1000), [held.id])
    desk.report(held, report("running"), 2000)
    held.askedAtMs = 2000
    desk.notKnown(held, 3000)
    assert.deepStrictEqual([held.state, held.error], ["unknown", null])
    assert.deepStrictEqual(desk.sweep(3000), [held.id])
  })
})

describe("a report", () => {
  it("that brings a job back to life is told once", () => {
    const told: Array<unknown> = []
    const desk = aDesk((of, { id, state }, moved) => told.push([of === desk, id, state, moved]))
    const held = job("dock", 0)
    desk.hold(held)
    desk.apply(held, { type: "silent" }, 1)
    desk.report(held, report("running", { progress: 0.5 }), 2)
    assert.deepStrictEqual(told, [
      [true, held.id, "unknown", true],
      [true, held.id, "running", true]
    ])
    assert.deepInclude(held, { updatedAtMs: 2, heardAtMs: 2, heard: true, progress: 0.5, error: null })
  })

  it("of a job that has ended changes nothing of it", () => {
    const desk = aDesk()
    const held = job("dock", 0)
    desk.hold(held)
    desk.report(held, report("succeeded", { result: 1 }), 1)
    const before = { ...held }
    desk.report(held, report("running", { feedback: "late", progress: 1 }), 2)
    assert.deepStrictEqual(held, before)
  })

  it("of a cancelled job tells whether the cloud asked for it", () => {
    for (const [ending, state, code] of [
      [false, "cancelled", undefined],
      [true, "cancelled", "config_changed"],
      [true, "succeeded", undefined]
    ] as const) {
      const desk = aDesk()
      const held = job("dock", 0)
      desk.hold(held)
      held.ending = ending
      desk.report(held, report(state), 1)
      assert.deepStrictEqual([held.state, held.error?.code], [state, code])
    }
  })

  it("that it does not know a job counts only goals that run on the same slug", () => {
    const lost = (slug: string, state: "running" | "unknown") => {
      const desk = aDesk()
      const held = job("dock", 0)
      desk.hold(held)
      desk.apply(held, { type: "silent" }, 0)
      desk.hold(Object.assign(job(slug, 1, "external"), { state }))
      desk.notKnown(held, 1)
      return isFinal(held.state)
    }
    assert.deepStrictEqual(
      [lost("dock", "running"), lost("dock", "unknown"), lost("undock", "running")],
      [false, true, true]
    )
  })

  it("moves a job, or says that it did not", () => {
    const desk = aDesk()
    const held = job("dock", 0)
    desk.hold(held)
    assert.isTrue(desk.apply(held, { type: "silent" }, 1))
    assert.isFalse(desk.apply(held, { type: "silent" }, 2))
    assert.strictEqual(held.updatedAtMs, 1)
  })
})

describe("a job on the wire", () => {
  it("is what the desk has of it", () => {
    const desk = aDesk()
    const held = job("dock", 1000)
    desk.hold(held)
    const wire = {
      id: held.id,
      robot_id: desk.robotId,
      slug: "dock",
      state: "running",
      origin: "platform",
      started_at: DateTime.makeUnsafe(1000),
      updated_at: DateTime.makeUnsafe(2000),
      seq: 1,
      result: null,
      error: null
    }
    desk.report(held, report("running", { feedback: { left: 1 }, progress: 0.25 }), 2000)
    assert.deepStrictEqual<unknown>(desk.toLive(held), {
      job: wire,
      feedback: { left: 1 },
      progress: 0.25,
      timestampMs: 2000
    })
    desk.report(held, report("succeeded", { result: { at: 1 } }), 3000)
    assert.deepStrictEqual<unknown>(desk.toLive(held), {
      job: { ...wire, state: "succeeded", result: { at: 1 }, updated_at: DateTime.makeUnsafe(3000) },
      feedback: null,
      progress: null,
      timestampMs: 3000
    })
  })

  it("has null for what was never said", () => {
    const desk = aDesk()
    const held = Object.assign(job("dock", 0), { result: undefined, feedback: undefined })
    assert.isNull(desk.toJob(held).result)
    assert.isNull(desk.toLive(held).feedback)
  })
})

describe("a desk can be forgotten", () => {
  const away = () => {
    const desk = aDesk()
    desk.offline(0)
    return desk
  }

  it("while its robot is away, and no sooner", () => {
    const desk = aDesk()
    assert.isFalse(desk.isForgettable)
    desk.offline(0)
    assert.isTrue(desk.isForgettable)
    desk.online(1)
    assert.isFalse(desk.isForgettable)
  })

  it("but not while a hello is served, nor while a move is on its way to the table", () => {
    const desk = away()
    desk.greeting = 1
    assert.isFalse(desk.isForgettable)
    desk.greeting = 0
    desk.unstored = 1
    assert.isFalse(desk.isForgettable)
    desk.unstored = 0
    assert.isTrue(desk.isForgettable)
  })

  it("with unknown jobs alone, and none that the cloud itself is ending", () => {
    const desk = away()
    const [first, second] = [job("dock", 0), job("undock", 0)]
    desk.hold(first)
    desk.hold(second)
    desk.apply(first, { type: "disconnected" }, 1)
    assert.isFalse(desk.isForgettable)
    desk.apply(second, { type: "disconnected" }, 1)
    assert.isTrue(desk.isForgettable)
    second.ending = true
    assert.isFalse(desk.isForgettable)
    desk.apply(second, { type: "config_changed" }, 2)
    assert.isTrue(desk.isForgettable)
  })
})
