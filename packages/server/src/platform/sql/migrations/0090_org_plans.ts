import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What an organisation has beside its plan, a change to a lower plan that waits for its time, and what is still to be
 * removed after one. An organisation has one of each at most.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE orgs
      ADD COLUMN addons jsonb NOT NULL
        DEFAULT '{"seats":0,"robots":0,"apps":0,"app_user_packs":0,"live_video_packs":0}',
      ADD COLUMN currency text NOT NULL DEFAULT 'eur' CHECK (currency IN ('eur', 'usd')),
      ADD COLUMN period_ends_at timestamptz,
      ADD COLUMN terms jsonb`
  yield* sql`
    CREATE TABLE plan_changes (
      org_id uuid PRIMARY KEY REFERENCES orgs ON DELETE CASCADE,
      target_plan text NOT NULL CHECK (target_plan IN ('basic', 'plus')),
      reason text NOT NULL CHECK (reason IN ('downgrade', 'cancel', 'lock')),
      effective_at timestamptz NOT NULL,
      keep jsonb,
      chosen_by uuid NOT NULL,
      chosen_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX plan_changes_due ON plan_changes (effective_at)`

  // A cut is what follows a change that kept some: its kinds are planned one after the other, item by item.
  yield* sql`
    CREATE TABLE plan_cuts (
      org_id uuid PRIMARY KEY REFERENCES orgs ON DELETE CASCADE,
      target_plan text NOT NULL,
      reason text NOT NULL,
      effective_at timestamptz,
      keep jsonb NOT NULL,
      chosen_by uuid NOT NULL,
      chosen_at timestamptz NOT NULL,
      kinds text[] NOT NULL,
      due_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE plan_removals (
      org_id uuid NOT NULL REFERENCES plan_cuts ON DELETE CASCADE,
      seq integer NOT NULL,
      kind text NOT NULL,
      id uuid NOT NULL,
      PRIMARY KEY (org_id, seq)
    )`
})
