import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { decodeBody } from "@fleet/server/robots/history/blockBody"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

interface Named {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly slug: string
}

/** Recorded samples as rows, also such as no bridge could bring any more. Values are JSON texts. */
export const keepSamples = Effect.fnUntraced(function* (
  { orgId, robotId, slug }: Named,
  samples: ReadonlyArray<readonly [timestampMs: number, json: string]>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO series (robot_id, org_id, slug, keep_days) VALUES (${robotId}, ${orgId}, ${slug}, 90)
    ON CONFLICT DO NOTHING`
  yield* sql`
    INSERT INTO samples_hot (series_id, ts, value)
    SELECT s.id, n.ts::float8, n.value::jsonb
    FROM series s, unnest(${samples.map(([at]) => String(at))}::text[], ${samples.map(([, json]) => json)}::text[]) AS n (ts, value)
    WHERE s.robot_id = ${robotId} AND s.slug = ${slug}`
})

/** The rows of a robot's recorded samples that are in no block. */
export const keptRows = Effect.fnUntraced(function* (robotId: RobotId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly slug: string; readonly at: number; readonly json: string }>`
    SELECT s.slug, u.ts AS at, u.value::text AS json FROM series s JOIN unpacked_samples u ON u.series_id = s.id
    WHERE s.robot_id = ${robotId} ORDER BY s.slug, u.ts`
})

/** All recorded samples of a robot, in order of slug and time. */
export const keptSamples = Effect.fnUntraced(function* (robotId: RobotId) {
  const sql = yield* SqlClient.SqlClient
  const blocks = yield* sql<{ readonly slug: string; readonly body: Uint8Array }>`
    SELECT s.slug, b.body FROM series s JOIN blocks b ON b.series_id = s.id WHERE s.robot_id = ${robotId}`
  const packed = blocks.flatMap(({ body, slug }) =>
    decodeBody(body).map(({ json, timestampMs }) => ({ slug, at: timestampMs, json }))
  )
  return [...(yield* keptRows(robotId)), ...packed].sort((a, b) => a.slug.localeCompare(b.slug) || a.at - b.at)
})
