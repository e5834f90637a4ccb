/**
 * Where an account stands. `held`: a renewal that may not be invoiced, as the VAT ID is invalid. `locked_out`: the paid
 * period ended in a lock; what was owed is written off and only the choice of basic leads out.
 */
export const accountStates = ["none", "active", "past_due", "held", "locked", "locked_out", "canceled"] as const
export type AccountState = (typeof accountStates)[number]

/** What Owners do, what the provider says and what the calendar brings. */
export const accountEvents = [
  "checkout",
  "checkout_paid",
  "checkout_ended",
  "change",
  "change_paid",
  "change_ended",
  "cancel",
  "resume",
  "basic_chosen",
  "vat_id_valid",
  "period_end",
  "charge_failed",
  "retry_due",
  "lock_due",
  "invoice_paid",
  "charged_back",
  "chargeback_reversed",
  "method_paid",
  "mandate_lost"
] as const
export type AccountEvent = (typeof accountEvents)[number]

export const accountEffects = [
  "open_checkout",
  "start_period",
  "issue_paid",
  "issue_open",
  "adopt_mandate",
  "revoke_mandates",
  "drop_mandate",
  "give_back",
  "set_pending",
  "withdraw_pending",
  "apply_pending",
  "apply_change",
  "charge",
  "advance_period",
  "hold_charge",
  "release_charge",
  "begin_dunning",
  "mark_paid",
  "reopen",
  "write_off",
  "lock",
  "unlock",
  "end_plan",
  "postpone"
] as const
export type AccountEffect = (typeof accountEffects)[number]

/** What guards ask, in the transaction of the event. */
export interface Facts {
  /** A payment provider is configured. */
  readonly provider: boolean
  readonly mandate: boolean
  /** What is used fits what is asked for. */
  readonly fits: boolean
  /** A change waits for the end of the period. */
  readonly pending: boolean
  /** The change that waits is the end of the plan. */
  readonly ends: boolean
  /** The change costs something now. */
  readonly costs: boolean
  /** The change is, wholly or in part, for the end of the period. */
  readonly later: boolean
  /** A buyer without VAT whose ID is known to be invalid. */
  readonly vat_invalid: boolean
  /** Of what is owed nothing is left after the event. */
  readonly settled: boolean
}

/** As an answer names it: an error's code, or the field and rule of a conflict. */
export type Refusal =
  | "billing_unavailable"
  | "not_found"
  | "plan_limit"
  | "plan/already_billed"
  | "billing/no_account"
  | "billing/past_due"
  | "billing/no_valid_mandate"
  | "billing/vat_id_invalid"

export type Step =
  | { readonly next: AccountState; readonly effects: ReadonlyArray<AccountEffect> }
  | { readonly refused: Refusal }

/** The first rule whose facts hold is taken; the last one of a list asks for none. */
export type Rule = Step & { readonly when?: Partial<Facts> }
type Row = Readonly<Record<AccountState, ReadonlyArray<Rule>>>

const to = (next: AccountState, ...effects: ReadonlyArray<AccountEffect>): Rule => ({ next, effects })
const refuse = (refused: Refusal): Rule => ({ refused })
const when = (facts: Partial<Facts>, rule: Rule): Rule => ({ ...rule, when: facts })
/** The same in every state that is not named. */
const row = (of: (state: AccountState) => ReadonlyArray<Rule>, named: Partial<Row> = {}): Row => ({
  none: of("none"),
  active: of("active"),
  past_due: of("past_due"),
  held: of("held"),
  locked: of("locked"),
  locked_out: of("locked_out"),
  canceled: of("canceled"),
  ...named
})
const stays = (state: AccountState) => [to(state)]

const begins = (state: AccountState) => [
  when({ provider: false }, refuse("billing_unavailable")),
  when({ fits: false }, refuse("plan_limit")),
  to(state, "open_checkout")
]
const started = [to("active", "start_period", "adopt_mandate", "issue_paid")]

const unavailable = when({ provider: false }, refuse("billing_unavailable"))
const pastDue = [unavailable, refuse("billing/past_due")]

const change = [
  unavailable,
  when({ costs: true, mandate: false }, refuse("billing/no_valid_mandate")),
  when({ fits: false }, refuse("plan_limit")),
  when({ costs: true }, to("active", "withdraw_pending", "charge")),
  when({ later: true }, to("active", "withdraw_pending", "apply_change", "set_pending")),
  to("active", "withdraw_pending", "apply_change")
]

/** Nothing of a change that costs is applied before it is paid. */
const changes = (state: AccountState) => [
  when({ later: true }, to(state, "apply_change", "set_pending", "issue_paid")),
  to(state, "apply_change", "issue_paid")
]

const cancels = (state: AccountState) => [when({ fits: false }, refuse("plan_limit")), to(state, "set_pending")]
const resumes = (state: AccountState) => [when({ pending: false }, refuse("not_found")), to(state, "withdraw_pending")]

const renews = (state: "active" | "past_due") => [
  when({ ends: true }, to("canceled", "apply_pending", "write_off", "end_plan", "revoke_mandates")),
  when({ provider: false }, to(state, "postpone")),
  when({ vat_invalid: true }, to("held", "apply_pending", "advance_period", "hold_charge", "begin_dunning")),
  when({ mandate: false }, to("past_due", "apply_pending", "advance_period", "begin_dunning", "issue_open")),
  to(state, "apply_pending", "advance_period", "charge", "issue_open")
]

/** Money for what is owed: the last of it ends the dunning. */
const pays = (state: AccountState, ...ends: ReadonlyArray<AccountEffect>) => [
  when({ settled: true }, to("active", "mark_paid", ...ends)),
  to(state, "mark_paid")
]

const fallsDue = (state: AccountState) => [to(state, "reopen", "begin_dunning")]

/**
 * Every state and event. Effects are those of one transaction, in order; numbers are given by its last one. The model of
 * the tests runs on it. The services of `billing/core` do not yet: they hold the same rules in code of their own.
 */
export const accountTable: Readonly<Record<AccountEvent, Row>> = {
  checkout: row(() => [unavailable, refuse("plan/already_billed")], {
    none: begins("none"),
    canceled: begins("canceled")
  }),
  checkout_paid: row((state) => [to(state, "give_back")], { none: started, canceled: started }),
  checkout_ended: row(stays),
  change: row(() => pastDue, {
    none: [unavailable, refuse("billing/no_account")],
    canceled: [unavailable, refuse("billing/no_account")],
    active: change
  }),
  change_paid: row((state) => [to(state, "give_back")], {
    active: changes("active"),
    past_due: changes("past_due"),
    held: changes("held")
  }),
  change_ended: row(stays),
  cancel: row(() => [refuse("billing/no_account")], {
    active: cancels("active"),
    past_due: cancels("past_due"),
    held: cancels("held"),
    locked: [refuse("billing/past_due")],
    locked_out: [refuse("billing/past_due")]
  }),
  resume: row(() => [refuse("not_found")], {
    active: resumes("active"),
    past_due: resumes("past_due"),
    held: resumes("held")
  }),
  basic_chosen: row(() => [refuse("billing/no_account")], {
    active: cancels("active"),
    past_due: cancels("past_due"),
    held: cancels("held"),
    locked: [
      when({ fits: false }, refuse("plan_limit")),
      to("canceled", "write_off", "end_plan", "unlock", "revoke_mandates")
    ],
    locked_out: [when({ fits: false }, refuse("plan_limit")), to("canceled", "end_plan", "unlock", "revoke_mandates")]
  }),
  vat_id_valid: row(stays, {
    held: [
      when({ mandate: false }, to("past_due", "release_charge", "begin_dunning", "issue_open")),
      when({ settled: false }, to("past_due", "release_charge", "charge", "issue_open")),
      to("active", "release_charge", "charge", "issue_open")
    ],
    locked: [to("locked", "release_charge", "charge", "issue_open")]
  }),
  period_end: row(stays, {
    active: renews("active"),
    past_due: renews("past_due"),
    held: [
      when({ ends: true }, to("canceled", "apply_pending", "write_off", "end_plan", "revoke_mandates")),
      to("held", "apply_pending", "advance_period", "hold_charge")
    ],
    locked: [to("locked_out", "write_off")]
  }),
  charge_failed: row(stays, {
    active: [to("past_due", "begin_dunning")],
    past_due: [to("past_due", "begin_dunning")],
    held: [to("held", "begin_dunning")],
    locked: [to("locked", "begin_dunning")]
  }),
  retry_due: row(stays, {
    past_due: [
      when({ provider: false }, to("past_due", "postpone")),
      when({ mandate: true }, to("past_due", "charge")),
      to("past_due")
    ]
  }),
  lock_due: row(stays, { past_due: [to("locked", "lock")], held: [to("locked", "lock")] }),
  invoice_paid: row((state) => [to(state, "mark_paid")], {
    past_due: pays("past_due"),
    locked: pays("locked", "unlock")
  }),
  charged_back: row((state) => [to(state, "reopen", "write_off")], {
    active: fallsDue("past_due"),
    past_due: fallsDue("past_due"),
    held: fallsDue("held"),
    locked: fallsDue("locked")
  }),
  chargeback_reversed: row((state) => [to(state, "mark_paid")], {
    past_due: pays("past_due"),
    locked: pays("locked", "unlock")
  }),
  method_paid: row((state) => [to(state, "adopt_mandate", "revoke_mandates")], {
    none: [to("none", "revoke_mandates")],
    canceled: [to("canceled", "revoke_mandates")]
  }),
  mandate_lost: row((state) => [to(state, "drop_mandate")])
}

const holds = ({ when: asked = {} }: Rule, facts: Facts): boolean =>
  Object.entries(asked).every(([name, value]) => facts[name as keyof Facts] === value)

/** What an event leads to in a state, or why it is refused. */
export const step = (state: AccountState, event: AccountEvent, facts: Facts): Step =>
  accountTable[event][state].find((rule) => holds(rule, facts))!
