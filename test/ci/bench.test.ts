import { assert, describe, it } from "@effect/vitest"
import { readArguments } from "../bench/support/Arguments.ts"
import { server } from "../bench/scenarios/atRest.ts"
import { type Figures, over } from "../bench/support/Measure.ts"
import { OwnTicks, parseMachine } from "../bench/support/Others.ts"
import { scriptByFrame } from "../bench/support/Frames.ts"
import { figuresOf, kinds, timesAlone } from "../bench/support/Neighbours.ts"
import { Plan } from "../bench/support/Plan.ts"
import { parseStat } from "../bench/support/Processes.ts"
import { watchTurns } from "../bench/servers/turns.ts"
import { dueAt, dueCount } from "../bench/support/Schedule.ts"
import { latencies, median, quantile, slope } from "../bench/support/Stats.ts"
import { judge, type Target, verdicts } from "../bench/support/Targets.ts"
import { targets } from "../bench/scenarios/targets.ts"
import { onRequest, scenarios } from "../bench/scenarios/all.ts"

const names = ["fanout", "rest"]
const read = (...args: ReadonlyArray<string>) => readArguments(args, names, ["soak"], ["rest"])

describe("the script of a page's frames", () => {
  const at = (name: string, ts: number, dur = 0, tid = 1) => ({ name, ph: "X", pid: 1, tid, ts, dur })

  it("is summed from frame to frame, what lies within another once, and of the page's thread alone", () => {
    const events = [
      at("FunctionCall", 0, 900),
      at("FireAnimationFrame", 1000, 2000),
      at("FunctionCall", 1000, 2000),
      at("RunMicrotasks", 1500, 500),
      // A second callback of the same frame.
      at("FireAnimationFrame", 3500, 100),
      at("FunctionCall", 9000, 1000),
      at("FireAnimationFrame", 17_000, 100),
      at("FunctionCall", 17_000, 500),
      at("FunctionCall", 18_000, 9000, 2),
      at("FireAnimationFrame", 33_000, 100),
      at("FireAnimationFrame", 5000, 100, 2)
    ]
    assert.deepStrictEqual(scriptByFrame(events.toReversed()), [3, 0.5])
    assert.deepStrictEqual(scriptByFrame([]), [])
    assert.deepStrictEqual(scriptByFrame(events.slice(0, 2)), [])
  })
})

describe("the arguments of the bench", () => {
  it("choose all that usually run where nothing is named", () => {
    assert.deepStrictEqual(read(), {
      quick: false,
      runs: null,
      against: undefined,
      minutes: 30,
      storm: null,
      memory: null,
      chosen: names
    })
    assert.deepStrictEqual(read("--quick", "rest", "fanout")?.chosen, names)
    assert.deepStrictEqual(read("--quick")?.chosen, ["rest"], "what a short run can judge")
  })

  it("choose what runs on request where it is named", () => {
    assert.deepInclude(read("soak", "--minutes", "5"), { minutes: 5, chosen: ["soak"] })
    assert.deepInclude(read("--against", "/there", "--runs", "3", "rest"), { against: "/there", runs: 3 })
    assert.deepInclude(read("--storm", "2500", "rest"), { storm: 2500 })
    assert.deepInclude(read("--memory", "90", "rest"), { memory: 90 })
  })

  it("are refused where they are mistaken", () => {
    for (const args of [
      ["nothing"],
      ["--runs", "0"],
      ["--runs", "x"],
      ["--minutes", "-1"],
      ["--storm", "0"],
      ["--memory", "a while"],
      ["--unknown"]
    ]) {
      assert.isNull(read(...args), args.join(" "))
    }
  })

  it("give as many rounds as the mode or the command line says", () => {
    const rounds = (quick: boolean, runs: number | null, whole: number) =>
      new Plan({ quick, runs, minutes: 1, storm: null, memory: null }).rounds(whole)
    assert.deepStrictEqual(
      [
        rounds(false, null, 5),
        rounds(false, null, 3),
        rounds(true, null, 5),
        rounds(false, 1, 3),
        rounds(false, 10, 3)
      ],
      [5, 3, 1, 1, 6]
    )
  })
})

describe("the statistics of the bench", () => {
  it("take the middle, or the mean of the two in the middle", () => {
    assert.strictEqual(median([9, 1, 5]), 5)
    assert.strictEqual(median([4, 1, 9, 2]), 3)
  })

  it("take the value that a share does not exceed", () => {
    const values = Array.from({ length: 1000 }, (_, index) => 999 - index)
    assert.deepStrictEqual(latencies(values), { p50: 500, p99: 990 })
    assert.isNaN(quantile([], 0.5))
    assert.strictEqual(quantile([7], 0.99), 7)
  })

  it("fit a line", () => {
    assert.strictEqual(slope([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const)), 2)
    assert.isNaN(slope([[1, 1]]))
  })

  it("compare medians, and leave out what was not measured", () => {
    const rows = [
      { name: "ours", runs: [], median: { per_s: 30 } },
      { name: "peer", runs: [], median: { per_s: 40 } }
    ]
    assert.strictEqual(over(rows, "per_s", "ours", "peer"), 0.75)
    assert.isUndefined(over(rows, "per_s", "ours", "absent"))
  })
})

describe("the schedule of the bench", () => {
  it("stamps an event with when it was due, however late it is sent", () => {
    const [began, perMs] = [1000, 2]
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((index) => dueAt(began, perMs, index)),
      [1000, 1000.5, 1001, 1001.5]
    )
    // A stall of 10 ms: what it held up is due at the times at which it should have been sent.
    assert.strictEqual(dueCount(began, perMs, began - 1), 0)
    assert.strictEqual(dueCount(began, perMs, began), 1)
    assert.strictEqual(dueCount(began, perMs, began + 10), 21)
    assert.strictEqual(dueAt(began, perMs, dueCount(began, perMs, began + 10) - 1), began + 10)
  })
})

describe("what else the machine does", () => {
  const stat = (pid: number, name: string, parent: number, ticks: number) =>
    parseStat(`${pid} (${name}) S ${parent} 1 1 0 -1 0 0 0 0 0 ${ticks} 1 2 3 20 0 1 0 5 0 0`)!

  it("is told apart from what the bench and its database do", () => {
    assert.deepStrictEqual(stat(7, "a (b) c", 1, 10), { pid: 7, parent: 1, name: "a (b) c", ticks: 16, alone: 11 })
    const processes = [
      stat(10, "node", 1, 100),
      stat(11, "node", 10, 20),
      stat(12, "nats-server", 11, 3),
      stat(20, "postgres", 1, 1000),
      stat(30, "compiler", 1, 10_000)
    ]
    const own = new OwnTicks(10)
    assert.strictEqual(own.look(processes), 106 + 26 + 9 + 1006)
    // One of them was killed, and nobody waited for it.
    const page = stat(13, "chromium", 11, 500)
    const withPage = own.look([...processes, page])
    assert.isAtLeast(withPage, 501)
    assert.strictEqual(own.look(processes), withPage)
    assert.isNull(parseStat("nothing"))
  })

  it("counts stolen time as work, and waiting as none", () => {
    const text = "cpu  10 20 30 400 5 6 7 8 0 0\ncpu0 1 2 3 4\n"
    assert.deepStrictEqual(parseMachine(text), { worked: 68, all: 486 })
  })
})

describe("the targets of the bench", () => {
  const target: Target = {
    what: "rate",
    scenario: "rest",
    measured: (rows) => rows[0]?.median["per_s"],
    reach: { atLeast: 10 }
  }
  const outcome = (per_s: number, busy = false) => ({
    rest: {
      rows: [{ name: "ours", runs: [], median: { per_s } }],
      notes: [],
      ratios: {},
      around: { others_cpu: 0, load_average: [0], busy }
    }
  })

  it("say met, not met or not measured, and whether the machine was busy", () => {
    assert.strictEqual(judge(target, outcome(10)).verdict, "met")
    assert.deepInclude(judge(target, outcome(9, true)), { verdict: "not met", measured: 9, busy: true })
    assert.deepInclude(judge(target, {}), { verdict: "not measured", measured: null })
    assert.strictEqual(judge(target, outcome(Number.NaN)).verdict, "not measured")
    assert.strictEqual(judge({ ...target, reach: { atMost: 10 } }, outcome(11)).verdict, "not met")
  })

  it("say why a figure cannot be judged", () => {
    const judged = judge({ ...target, unfit: () => "too few" }, outcome(10))
    assert.deepInclude(judged, { verdict: "not measured", measured: null, why: "too few" })
    assert.include(verdicts([judged]), `not measured: ${target.what}: too few`)
    assert.isNull(judge({ ...target, unfit: () => null }, outcome(10)).why)
  })

  it("are judged of whole fills and rests only", () => {
    const of = (scenario: string, name: string, figures: Figures) => {
      const row = { name, median: figures, runs: [figures] }
      return targets
        .filter((each) => each.scenario === scenario)
        .map((each) => judge(each, { [scenario]: { rows: [row], notes: [], ratios: {} } }).why !== null)
    }
    assert.deepStrictEqual(of("history", "in windows of 1 h", { days: 29.4, p50_ms: 1 }), [true, true])
    assert.deepStrictEqual(of("history", "in windows of 1 h", { days: 29.5, p50_ms: 1 }), [false, false])
    assert.deepStrictEqual(of("atrest", server, { rested_s: 59, rss_mb: 1 }), [true])
    assert.deepStrictEqual(of("atrest", server, { rested_s: 60, rss_mb: 1 }), [false])
  })

  it("are of scenarios that there are, each said once", () => {
    const known = [...scenarios, ...onRequest].map(({ name }) => name)
    assert.strictEqual(new Set(known).size, known.length)
    for (const { scenario } of targets) assert.include(known, scenario)
    assert.strictEqual(new Set(targets.map(({ what }) => what)).size, targets.length)
  })
})

describe("a quiet tenant of the bench", () => {
  const took = (ms: number) =>
    figuresOf({ read: [ms], command: [ms, ms], sign_in: Array.from({ length: 200 }, (_, index) => ms + index) })

  it("takes so many times as long as alone, where alone is at least what is usual", () => {
    assert.deepStrictEqual(took(3), { read_p99_ms: 3, command_p99_ms: 3, sign_in_p99_ms: 201 })
    assert.deepStrictEqual(timesAlone(took(3), took(60)), {
      read_times: 3,
      command_times: 1.5,
      sign_in_times: 258 / 201
    })
    assert.deepStrictEqual(timesAlone(took(100), took(100)), { read_times: 1, command_times: 1, sign_in_times: 1 })
  })

  it("is held against each attacker and the worst", () => {
    const row = (name: string, times: number, turn_most_ms: number) => {
      const median = {
        turn_most_ms,
        quiet_failed: 0,
        ...Object.fromEntries(kinds.map((kind) => [`${kind}_times`, times]))
      }
      return { name, median, runs: [median] }
    }
    const rows = [row("alone", 1, 900), row("details of 64 KiB", 2, 40), row("grants of 48,000 slugs", 4, 120)]
    const judged = targets
      .filter(({ scenario }) => scenario === "neighbours")
      .map((target) => judge(target, { neighbours: { rows, notes: [], ratios: {} } }))
    const each = judged.filter(
      ({ verdict, what }) => verdict !== "not measured" && what.includes("p99 of the worst kind")
    )
    assert.deepStrictEqual(
      each.map(({ measured, what }) => `${what.split(":")[0]} ${measured}`),
      ["grants of 48,000 slugs 4", "details of 64 KiB 2"]
    )
    assert.deepStrictEqual(
      judged.slice(-kinds.length - 2).map(({ measured, verdict }) => `${measured} ${verdict}`),
      [...kinds.map(() => "4 not met"), "120 not met", "0 met"]
    )
  })

  it("has turns whose processor time is told, without keeping the process busy or alive", async () => {
    const { stop, turns } = watchTurns()
    const until = (ms: number) => {
      const began = process.threadCpuUsage()
      const used = () => process.threadCpuUsage(began)
      while (used().user + used().system < ms * 1000);
    }
    const turn = () => new Promise((resume) => setImmediate(resume))
    await turn()
    until(110)
    await turn()
    await turn()
    const { long, most_ms } = turns()
    assert.isAtLeast(long, 1)
    assert.isAtLeast(most_ms, 110)
    assert.isBelow(turns().most_ms, most_ms)
    // Another test of this process may replace the clock.
    stop()
  })
})
