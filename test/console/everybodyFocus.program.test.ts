/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { effort } from "../support/effort.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { addressesOf, aFullFleet } from "./support/everybody.ts"
import { goTo, settled } from "./support/fits.ts"
import { tabWalk } from "./support/tabWalk.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const directions = ["forwards", "backwards"] as const

describe.skipIf(noBrowser !== null)(`Tab${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "10 minutes" })((it) => {
    it.effect(
      "reaches each control of each route, there and back, seen and with nothing changed by the focus alone",
      () =>
        Effect.gen(function* () {
          const fleet = yield* aFullFleet
          const { page } = yield* openAs(fleet.owner, "/nowhere", { reducedMotion: "reduce" })
          yield* Effect.promise(() => settled(page))
          const wrong: Array<string> = []
          for (const [at, path] of addressesOf(fleet).entries()) {
            yield* Effect.promise(() => goTo(page, path))
            for (const [turn, width] of [1440, 390].entries())
              for (const [way, direction] of directions.entries()) {
                // In brief, each route goes each way once, in one of the two widths.
                if (effort < 2 && (at + turn + way) % 2 === 1) continue
                yield* Effect.promise(() => page.setViewportSize({ width, height: width === 390 ? 844 : 900 }))
                const walked = yield* Effect.promise(() => tabWalk(page, direction))
                wrong.push(...walked.wrong.map((each) => `${path} at ${width} ${direction}: ${each}`))
                assert.isAbove(walked.count, 6, path)
              }
          }
          assert.deepStrictEqual(wrong, [])
        })
    )
  })
})
