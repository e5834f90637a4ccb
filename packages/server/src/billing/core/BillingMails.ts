import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect } from "effect"

export type BillingMailKind =
  | "invoice"
  | "credit_note"
  | "payment_failed"
  | "locked"
  | "unlocked"
  | "plan_ended"
  | "vat_id_invalid"

/** The mails of billing, written in the transaction of what they are about. */
export interface BillingMails {
  /** Once for each kind and subject: an invoice, or what else is owed; null where the mail is about the account. */
  readonly post: (orgId: OrgId, kind: BillingMailKind, subject: string | null) => Effect.Effect<void>
}

/** No service takes its place yet, and so nothing is mailed: the words are in `billing/documents/billingLetters.ts`. */
export const BillingMails = Context.Reference<BillingMails>("@fleet/server/billing/BillingMails", {
  defaultValue: () => ({ post: () => Effect.void })
})
