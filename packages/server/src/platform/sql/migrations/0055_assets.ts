import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Files of robots. The bytes are in the blob store, once for each SHA-256; `unused_since` is when a blob was found without
 * an asset. `uris` are the files that a URDF names.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE blobs (
      sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
      created_at timestamptz NOT NULL,
      unused_since timestamptz
    )`
  yield* sql`CREATE INDEX blobs_unused ON blobs (unused_since) WHERE unused_since IS NOT NULL`
  yield* sql`
    CREATE TABLE assets (
      id uuid PRIMARY KEY,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('urdf', 'mesh', 'texture', 'recording')),
      name text NOT NULL,
      media_type text NOT NULL,
      size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
      sha256 text NOT NULL REFERENCES blobs,
      uris jsonb,
      created_at timestamptz NOT NULL,
      UNIQUE (robot_id, name)
    )`
  yield* sql`CREATE INDEX assets_by_blob ON assets (sha256)`
  yield* sql`CREATE INDEX assets_by_org ON assets (org_id) INCLUDE (size_bytes)`
  yield* sql`
    CREATE TABLE joint_states (
      robot_id uuid PRIMARY KEY REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL
    )`
})
