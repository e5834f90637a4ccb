import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedData } from "../support/Database.ts"
import { aClone, building, started } from "./support/clone.ts"

it.live(
  "a start builds the console once for its sources",
  () =>
    Effect.gen(function* () {
      const clone = yield* aClone
      const data = yield* migratedData
      for (const times of [1, 0]) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { child, get } = yield* started(clone, data)
            const page = yield* get("/robots")
            assert.strictEqual(page.status, 200, page.text)
            const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)!
            assert.strictEqual((yield* get(script!)).status, 200)
            assert.lengthOf(child.output().match(building) ?? [], times)
          })
        )
      }
    }),
  300_000
)
