import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who pays, what is due, what was tried at the payment provider, and what was invoiced. An invoice stays with its number:
 * beside its status nothing of it changes, and it is never deleted, nor is an organisation that has one.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE billing_accounts (
      org_id uuid PRIMARY KEY REFERENCES orgs ON DELETE CASCADE,
      customer_id text,
      payer jsonb NOT NULL,
      currency text NOT NULL,
      treatment text NOT NULL,
      rate_percent integer NOT NULL,
      vat_id_status text,
      vat_proof jsonb,
      vat_check_at timestamptz,
      status text NOT NULL,
      plan text NOT NULL,
      cycle text NOT NULL,
      addons jsonb NOT NULL,
      anchor date,
      period_index integer NOT NULL DEFAULT 0,
      period_start date,
      period_end date,
      scheduled jsonb,
      mandate_id text,
      method jsonb,
      due_at timestamptz,
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX billing_accounts_due ON billing_accounts (due_at) WHERE due_at IS NOT NULL`
  yield* sql`CREATE INDEX billing_accounts_vat ON billing_accounts (vat_check_at) WHERE vat_check_at IS NOT NULL`

  yield* sql`
    CREATE TABLE billing_counters (year integer PRIMARY KEY, last integer NOT NULL, last_at timestamptz NOT NULL)`
  yield* sql`
    CREATE TABLE billing_invoices (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs,
      kind text NOT NULL,
      corrects uuid REFERENCES billing_invoices,
      refund_id text UNIQUE,
      year integer NOT NULL,
      seq integer NOT NULL,
      number text NOT NULL UNIQUE,
      issued_at timestamptz NOT NULL,
      status text NOT NULL,
      paid_at timestamptz,
      failure text,
      day_zero date,
      currency text NOT NULL,
      net_cents bigint NOT NULL,
      vat_rate_percent integer NOT NULL,
      vat_cents bigint NOT NULL,
      gross_cents bigint NOT NULL,
      snapshot jsonb NOT NULL,
      UNIQUE (year, seq),
      CHECK (gross_cents = net_cents + vat_cents),
      CHECK ((kind = 'credit_note') = (corrects IS NOT NULL))
    )`
  yield* sql`CREATE INDEX billing_invoices_by_org ON billing_invoices (org_id, year DESC, seq DESC)`
  yield* sql`CREATE INDEX billing_invoices_open ON billing_invoices (org_id) WHERE status = 'open'`
  yield* sql`CREATE INDEX billing_invoices_corrected ON billing_invoices (corrects)`
  yield* sql`
    CREATE FUNCTION billing_invoice_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'an invoice is never deleted'; END IF;
      IF (to_jsonb(NEW) - 'status' - 'paid_at' - 'failure' - 'day_zero')
        IS DISTINCT FROM (to_jsonb(OLD) - 'status' - 'paid_at' - 'failure' - 'day_zero')
      THEN RAISE EXCEPTION 'an issued invoice never changes'; END IF;
      RETURN NEW;
    END $$`
  yield* sql`
    CREATE TRIGGER billing_invoice_stays BEFORE UPDATE OR DELETE ON billing_invoices
    FOR EACH ROW EXECUTE FUNCTION billing_invoice_stays()`
  yield* sql`
    CREATE TABLE billing_documents (
      invoice_id uuid PRIMARY KEY REFERENCES billing_invoices,
      pdf bytea NOT NULL,
      xml text NOT NULL
    )`

  yield* sql`
    CREATE TABLE billing_charges (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      kind text NOT NULL,
      period_index integer,
      state text NOT NULL,
      ordered jsonb NOT NULL,
      later jsonb,
      chosen_by uuid,
      gross_cents bigint NOT NULL,
      day_zero date NOT NULL,
      invoice_id uuid REFERENCES billing_invoices DEFERRABLE INITIALLY DEFERRED,
      created_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE UNIQUE INDEX billing_charges_once ON billing_charges (org_id, period_index)
    WHERE kind = 'renewal' AND state <> 'void'`
  yield* sql`CREATE INDEX billing_charges_by_org ON billing_charges (org_id)`
  yield* sql`CREATE INDEX billing_charges_by_invoice ON billing_charges (invoice_id)`

  yield* sql`
    CREATE TABLE billing_checkouts (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      purpose text NOT NULL,
      status text NOT NULL,
      ordered jsonb,
      party jsonb,
      invoice_id uuid REFERENCES billing_invoices DEFERRABLE INITIALLY DEFERRED,
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX billing_checkouts_by_org ON billing_checkouts (org_id, created_at)`
  yield* sql`CREATE INDEX billing_checkouts_by_invoice ON billing_checkouts (invoice_id)`

  yield* sql`
    CREATE TABLE billing_attempts (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      checkout_id uuid REFERENCES billing_checkouts ON DELETE CASCADE,
      charge_id uuid REFERENCES billing_charges ON DELETE CASCADE,
      invoice_id uuid REFERENCES billing_invoices DEFERRABLE INITIALLY DEFERRED,
      sequence text NOT NULL,
      body text NOT NULL,
      currency text NOT NULL,
      gross_cents bigint NOT NULL,
      status text NOT NULL,
      provider_id text UNIQUE,
      checkout_url text,
      reason text,
      paid_at timestamptz,
      used boolean,
      mandate_id text,
      refunded_cents bigint NOT NULL DEFAULT 0,
      charged_back_cents bigint NOT NULL DEFAULT 0,
      fetched_at timestamptz,
      look_at timestamptz,
      looks integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX billing_attempts_by_org ON billing_attempts (org_id, created_at)`
  yield* sql`CREATE INDEX billing_attempts_by_checkout ON billing_attempts (checkout_id)`
  yield* sql`CREATE INDEX billing_attempts_by_charge ON billing_attempts (charge_id)`
  yield* sql`CREATE INDEX billing_attempts_by_invoice ON billing_attempts (invoice_id)`
  yield* sql`CREATE INDEX billing_attempts_due ON billing_attempts (look_at) WHERE look_at IS NOT NULL`

  yield* sql`
    CREATE TABLE billing_returns (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      attempt_id uuid NOT NULL UNIQUE REFERENCES billing_attempts ON DELETE CASCADE,
      provider_id text NOT NULL,
      body text NOT NULL,
      state text NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      due_at timestamptz,
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX billing_returns_by_org ON billing_returns (org_id)`
  yield* sql`CREATE INDEX billing_returns_due ON billing_returns (due_at) WHERE due_at IS NOT NULL`

  yield* sql`
    CREATE TABLE billing_revocations (
      mandate_id text PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      customer_id text NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX billing_revocations_by_org ON billing_revocations (org_id)`
  yield* sql`CREATE INDEX billing_revocations_due ON billing_revocations (due_at)`
})
