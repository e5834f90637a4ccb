import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { lineChanges, mergedText, mergeTexts } from "../../packages/console/src/features/config/draft/merge.ts"
import {
  isUnsaved,
  nextSaving,
  saveAfterMs,
  type Saving,
  type SavingEvent,
  startSaving,
  statusOf,
  wakeAtMs
} from "../../packages/console/src/features/config/draft/saving.ts"

const Step = Schema.Literals([
  "type",
  "type",
  "type",
  "undo",
  "wait",
  "wait",
  "pause",
  "left",
  "answer",
  "answer",
  "refuse",
  "lose",
  "other",
  "resolve",
  "offline",
  "online",
  "out",
  "in"
])

/** A service with one draft, a tab that keeps, and a clock: what the machine asks for is done here. */
class World {
  nowMs = 1_000_000
  state: Saving = startSaving({ text: "v0", tag: "t0" })
  kept: string | null = null
  stored = { text: "v0", tag: "t0" }
  puts: Array<{ text: string; tag: string | undefined }> = []
  onTheWay: { text: string; tag: string | undefined } | null = null
  typed = "v0"
  private count = 0

  send(event: SavingEvent): void {
    const [state, acts] = nextSaving(this.state, event, this.nowMs)
    this.state = state
    if (acts.keep !== undefined) this.kept = acts.keep
    if (acts.put === null) return
    assert.isNull(this.onTheWay, "one text is on its way at a time")
    assert.isNull(state.conflict, "nothing is sent over somebody else's text")
    assert.isTrue(state.online && state.signedIn)
    this.onTheWay = acts.put
    this.puts.push(acts.put)
  }

  do(step: typeof Step.Type): void {
    switch (step) {
      case "type":
        this.typed = `text ${(this.count += 1)}`
        return this.send({ of: "typed", text: this.typed })
      case "undo":
        this.typed = this.state.base
        return this.send({ of: "typed", text: this.typed })
      case "wait":
        this.nowMs = Math.max(this.nowMs, wakeAtMs(this.state) ?? this.nowMs)
        return this.send({ of: "time" })
      case "pause":
        this.nowMs += 100
        return this.send({ of: "time" })
      case "left":
        return this.send({ of: "left" })
      case "other":
        this.stored = { text: `theirs ${(this.count += 1)}`, tag: `t${this.count}` }
        return
      case "resolve":
        if (this.state.conflict === null) return
        return this.send({ of: "based", text: this.typed, base: this.stored.text, tag: this.stored.tag })
      case "offline":
      case "online":
        return this.send({ of: "link", online: step === "online" })
      case "out":
      case "in":
        return this.send({ of: "session", signedIn: step === "in" })
      default:
    }
    const put = this.onTheWay
    if (put === null) return
    this.onTheWay = null
    if (step === "lose") return this.send({ of: "failed", error: "network_error", retries: true })
    if (step === "refuse")
      return this.send({ of: "not_yaml", text: put.text, fault: { message: "no", line: 1, column: 1 } })
    if (put.tag !== this.stored.tag) return this.send({ of: "conflict", tag: this.stored.tag })
    this.stored = { text: put.text, tag: `t${(this.count += 1)}` }
    return this.send({ of: "saved", ...this.stored })
  }

  check(): void {
    assert.strictEqual(this.state.text, this.typed, "what is typed stays")
    if (!isUnsaved(this.state) && this.state.sending === null && this.state.conflict === null)
      assert.strictEqual(statusOf(this.state), "saved")
    if (statusOf(this.state) === "saved")
      assert.strictEqual(this.state.base, this.typed, "saved is said of what is saved")
    assert.strictEqual(this.state.sending !== null, this.onTheWay !== null)
    if (isUnsaved(this.state) && this.kept !== this.typed)
      assert.isNotNull(this.state.keepAtMs, "what is unsaved is kept in the tab, or will be")
  }
}

describe("saving a draft", () => {
  it.prop(
    "nothing typed is lost, and no other person's text is replaced unseen, whatever happens in whatever order",
    { steps: Schema.Array(Step).check(Schema.isMaxLength(60)) },
    ({ steps }) => {
      const world = new World()
      const theirs = new Set<string>()
      for (const step of steps) {
        if (step === "other") theirs.add(world.stored.text)
        world.do(step)
        world.check()
      }
      // Once all is well again, the service has the text.
      for (const step of ["online", "in", "answer", "resolve"] as const) world.do(step)
      for (let round = 0; round < 6; round++) for (const step of ["wait", "answer", "resolve"] as const) world.do(step)
      world.check()
      if (world.state.notYaml?.text !== world.typed) {
        assert.strictEqual(world.stored.text === world.typed || statusOf(world.state) === "saved", true)
        assert.strictEqual(statusOf(world.state), "saved")
      }
      // A last look keeps what the service has not taken.
      world.do("left")
      assert.strictEqual(world.kept, isUnsaved(world.state) ? world.typed : null)
    }
  )

  it("sends 800 ms after the last key, and at once when the editor is left", () => {
    const world = new World()
    world.do("type")
    for (let step = 0; step < 7; step++) world.do("pause")
    assert.strictEqual(world.puts.length, 0)
    world.do("type")
    assert.strictEqual(wakeAtMs({ ...world.state, keepAtMs: null }), world.nowMs + saveAfterMs)
    world.do("left")
    assert.deepStrictEqual(world.puts, [{ text: "text 2", tag: "t0" }])
    world.do("answer")
    assert.strictEqual(statusOf(world.state), "saved")
    assert.isNull(world.kept)
  })

  it("keeps the text through the end of a session, and sends it after the next sign-in", () => {
    const world = new World()
    world.do("type")
    world.do("out")
    assert.strictEqual(statusOf(world.state), "signed_out")
    assert.strictEqual(world.kept, "text 1")
    world.nowMs += 60_000
    world.do("pause")
    assert.strictEqual(world.puts.length, 0)
    world.do("in")
    assert.deepStrictEqual(world.puts, [{ text: "text 1", tag: "t0" }])
  })

  it("stops at somebody else's text until one decides", () => {
    const world = new World()
    world.do("other")
    world.do("type")
    world.do("left")
    world.do("answer")
    assert.strictEqual(statusOf(world.state), "conflict")
    world.do("type")
    world.do("wait")
    world.do("left")
    assert.strictEqual(world.puts.length, 1)
    assert.strictEqual(world.kept, world.typed)
    world.do("resolve")
    assert.strictEqual(world.puts.at(-1)!.tag, world.stored.tag)
  })
})

const Line = Schema.Literals(["a", "b", "c", "d", "e", ""])
const Lines = Schema.Array(Line).check(Schema.isMaxLength(12))
const Ending = Schema.Literals(["", "\n"])
const text = (lines: ReadonlyArray<string>, ending: string) => lines.join("\n") + ending

describe("merging two texts", () => {
  const three = { base: Lines, mine: Lines, theirs: Lines, ending: Ending }

  it.prop("a side that changed nothing takes the other's text whole", three, ({ base, ending, mine }) => {
    const [one, other] = [text(base, ending), text(mine, ending)]
    assert.strictEqual(mergedText(mergeTexts(one, other, one), []), other)
    assert.strictEqual(mergedText(mergeTexts(one, one, other), []), other)
    assert.strictEqual(mergedText(mergeTexts(one, other, other), []), other)
  })

  it.prop(
    "one side in every conflict keeps that side's lines there, and nothing conflicts twice",
    three,
    ({ base, ending, mine, theirs }) => {
      const hunks = mergeTexts(text(base, ending), text(mine, ending), text(theirs, ending))
      const conflicts = hunks.filter((hunk) => hunk.of === "conflict")
      const mirrored = mergeTexts(text(base, ending), text(theirs, ending), text(mine, ending)).filter(
        (hunk) => hunk.of === "conflict"
      )
      assert.deepStrictEqual(
        mirrored.map((hunk) => [hunk.theirs, hunk.mine]),
        conflicts.map((hunk) => [hunk.mine, hunk.theirs])
      )
      const merged = mergedText(
        hunks,
        conflicts.map(() => "mine")
      )
      for (const hunk of conflicts) for (const line of hunk.mine.split("\n")) assert.include(merged, line)
      const both = mergedText(
        hunks,
        conflicts.map(() => "both")
      )
      for (const hunk of conflicts)
        for (const line of `${hunk.mine}\n${hunk.theirs}`.split("\n")) assert.include(both, line)
    }
  )

  it("takes changes of different lines from both", () => {
    const hunks = mergeTexts("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nc\nD\n")
    assert.isFalse(hunks.some(({ of }) => of === "conflict"))
    assert.strictEqual(mergedText(hunks, []), "a\nB\nc\nD\n")
  })

  it.prop("lines that came and went add up", three, ({ base, ending, mine }) => {
    const count = (value: string) => (value.match(/[^\n]*\n|[^\n]+$/g) ?? []).length
    const [before, after] = [text(base, ending), text(mine, ending)]
    const { added, removed } = lineChanges(before, after)
    assert.strictEqual(count(after) - count(before), added - removed)
    assert.strictEqual(added + removed === 0, before === after)
  })
})
