import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { writeSkippingRejectedRows } from "../../../packages/server/src/platform/sql/writeSkippingRejectedRows.ts"
import { TestDatabase } from "../../support/Database.ts"

const rows = ["one", "odd", "two"].map((json) => ({ json }))

/** Writes to memory what the database does not refuse, with this SQLSTATE; answers what was written and how often it was tried. */
const written = Effect.fnUntraced(function* (code: string, refuses: (json: string) => boolean) {
  const sql = yield* SqlClient.SqlClient
  const kept: Array<string> = []
  let tries = 0
  const write = writeSkippingRejectedRows((batch: ReadonlyArray<{ readonly json: string }>) =>
    Effect.gen(function* () {
      tries++
      if (batch.some(({ json }) => refuses(json))) {
        yield* sql.unsafe(`DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`)
      }
      kept.push(...batch.map(({ json }) => json))
      return []
    })
  )
  const exit = yield* Effect.exit(write(rows))
  return { failed: exit._tag === "Failure", kept, tries }
})

layer(TestDatabase)("rows written in batches", (it) => {
  for (const code of ["22P02", "23514", "54001", "XX000"]) {
    it.effect(`rows written in batches are kept but for the one that is refused with ${code}`, () =>
      Effect.gen(function* () {
        const { failed, kept } = yield* written(code, (json) => json === "odd")
        assert.isFalse(failed)
        assert.deepStrictEqual(kept, ["one", "two"])
      })
    )
  }

  const states = {
    "0A000": "planned the statement before its table was altered",
    "25006": "only reads",
    "42501": "takes away the right to write",
    "42P01": "lacks the table for a while",
    "53100": "has a full disk",
    "53200": "is out of memory",
    "57P01": "shuts down"
  }
  for (const [code, state] of Object.entries(states)) {
    it.effect(`rows written in batches are all left to the next attempt by a database that ${state}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* written(code, () => true), { failed: true, kept: [], tries: 1 })
      })
    )
  }
})
