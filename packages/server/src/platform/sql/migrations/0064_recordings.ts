import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Recorders of published configurations, and what they cut. A recording is asked for around `at_ms`, from `wanted_from_ms`
 * to `wanted_to_ms`; `from_ms` and `to_ms` are what its file has. Whoever makes one has locked the robot's recorder.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE recorders (
      robot_id uuid PRIMARY KEY REFERENCES robots ON DELETE CASCADE,
      before_ms integer NOT NULL,
      after_ms integer NOT NULL,
      max_bytes integer NOT NULL,
      cut_on text[] NOT NULL
    )`
  yield* sql`
    CREATE TABLE recordings (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('requested', 'recording', 'waiting', 'uploading', 'stored', 'failed')),
      cause_kind text NOT NULL CHECK (cause_kind IN ('alert', 'job', 'request')),
      cause_ref text,
      at_ms double precision NOT NULL,
      wanted_from_ms double precision NOT NULL,
      wanted_to_ms double precision NOT NULL,
      max_bytes integer NOT NULL,
      from_ms double precision,
      to_ms double precision,
      size_bytes double precision,
      asset_id uuid REFERENCES assets ON DELETE CASCADE,
      error jsonb,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK ((state = 'stored') = (asset_id IS NOT NULL)),
      CHECK ((state = 'failed') = (error IS NOT NULL))
    )`
  yield* sql`CREATE INDEX recordings_by_robot ON recordings (robot_id, created_at DESC, id)`
  yield* sql`CREATE INDEX recordings_by_org ON recordings (org_id)`
  yield* sql`CREATE INDEX recordings_by_asset ON recordings (asset_id)`
  yield* sql`
    CREATE INDEX recordings_open ON recordings (robot_id, created_at) WHERE state NOT IN ('stored', 'failed')`
})
