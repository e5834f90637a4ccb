import { assert, layer } from "@effect/vitest"
import captured from "@fleet/server/platform/sql/migrations/0033_captured"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"

layer(TestDatabase, { timeout: "60 seconds" })("the migration of stamps and images", (it) => {
  it.effect("the migration of stamps and images is made possible, or goes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const org_id = yield* anOrg
      const robot_id = yield* aRobot(org_id)
      const nowMs = Date.now()
      for (const [slug, timestamp_ms] of [
        ["a", 5],
        ["b", 5.5],
        ["c", -1],
        ["d", 1e300],
        ["e", 8_640_000_000_000_000]
      ] as const) {
        yield* sql`INSERT INTO latest_values ${sql.insert({ robot_id, slug, value: "1", timestamp_ms })}`
      }
      for (const timestamp_ms of [5, nowMs, nowMs + 3_600_000]) {
        yield* sql`INSERT INTO samples ${sql.insert({ robot_id, org_id, slug: "a", value: "1", timestamp_ms })}`
      }
      // As it was then.
      yield* sql`
        CREATE TABLE camera_snapshots (robot_id uuid, slug text, mime text, width integer, height integer,
          timestamp_ms double precision, received_at_ms double precision, image bytea)`
      for (const [slug, mime] of [
        ["a", "image/png"],
        ["b", "text/html"]
      ] as const) {
        const image = Uint8Array.of(1)
        yield* sql`INSERT INTO camera_snapshots ${sql.insert({ robot_id, slug, mime, width: 1, height: 1, timestamp_ms: 1, received_at_ms: 1, image })}`
      }
      yield* captured
      const latest = yield* sql`SELECT timestamp_ms FROM latest_values ORDER BY slug`
      assert.deepStrictEqual(
        latest.map(({ timestamp_ms }) => timestamp_ms),
        [5, 5, 0, 8_640_000_000_000_000, 8_640_000_000_000_000]
      )
      const samples = yield* sql`SELECT timestamp_ms FROM samples ORDER BY timestamp_ms`
      assert.deepStrictEqual(
        samples.map(({ timestamp_ms }) => timestamp_ms),
        [5, nowMs]
      )
      const images = yield* sql`SELECT slug FROM camera_snapshots`
      assert.deepStrictEqual(
        images.map(({ slug }) => slug),
        ["a"]
      )
    })
  )
})
