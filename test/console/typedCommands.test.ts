import { assert, describe, it } from "@effect/vitest"
import {
  formOf,
  keepStarted,
  keepTyped,
  startedWith,
  takeUp,
  typedIn
} from "../../packages/console/src/robot/typedCommands.ts"

describe("what is typed into forms of commands", () => {
  it("comes back with the run that it started, whatever was typed since", () => {
    const form = formOf("robot", "dock")
    keepTyped(form, { speed: "0.5" })
    keepStarted("first", typedIn(form), { speed: 0.5 })
    keepTyped(form, { speed: "0.9" })
    keepStarted("second", typedIn(form), { speed: 0.9 })
    // Shown as what was sent, and taken up as what was typed.
    assert.deepStrictEqual(startedWith("first"), { speed: 0.5 })
    takeUp("first", form)
    assert.deepStrictEqual(typedIn(form), { speed: "0.5" })
    assert.isUndefined(typedIn(formOf("robot", "undock")))
  })

  it("stays as it is for a run of another tab, and is nothing for one without parameters", () => {
    const form = formOf("other", "dock")
    keepTyped(form, { speed: "1" })
    takeUp("unheard", form)
    assert.deepStrictEqual(typedIn(form), { speed: "1" })
    keepStarted("bare", undefined, {})
    assert.deepStrictEqual(startedWith("bare"), {})
  })

  it("is forgotten with the oldest of many runs", () => {
    keepStarted("oldest", { a: "1" }, { a: 1 })
    for (let run = 0; run < 200; run++) keepStarted(`run-${run}`, {}, {})
    assert.isUndefined(startedWith("oldest"))
    assert.isDefined(startedWith("run-199"))
  })
})
