import { assert, describe, it } from "@effect/vitest"
import type { AccountEvent, AccountState, Facts } from "@fleet/server/billing/rules/states"
import { accountEffects, accountEvents, accountStates, accountTable, step } from "@fleet/server/billing/rules/states"

const usual: Facts = {
  provider: true,
  mandate: true,
  fits: true,
  pending: false,
  ends: false,
  costs: false,
  later: false,
  vat_invalid: false,
  settled: true
}
const names = Object.keys(usual) as Array<keyof Facts>
const everyFacts = Array.from(
  { length: 2 ** names.length },
  (_, bits) => Object.fromEntries(names.map((name, at) => [name, (bits & (2 ** at)) !== 0])) as unknown as Facts
)
const after = (state: AccountState, event: AccountEvent, facts: Partial<Facts> = {}) => {
  const { when: _, ...answer } = { when: undefined, ...step(state, event, { ...usual, ...facts }) }
  return "refused" in answer ? answer.refused : [answer.next, ...answer.effects].join(" ")
}
const owing = ["past_due", "held", "locked", "locked_out"] as const

describe("the state table", () => {
  it("answers every event in every state, whatever the facts", () => {
    for (const event of accountEvents) {
      for (const state of accountStates) {
        assert.strictEqual(accountTable[event][state].at(-1)!.when, undefined, `${event} in ${state}`)
        for (const facts of everyFacts) assert.isDefined(step(state, event, facts), `${event} in ${state}`)
      }
    }
  })

  it("every rule is reached, every effect is used, every state is entered and left", () => {
    const reached = new Set(
      accountEvents.flatMap((event) =>
        accountStates.flatMap((state) => everyFacts.map((facts) => step(state, event, facts)))
      )
    )
    const rules = accountEvents.flatMap((event) => accountStates.flatMap((state) => accountTable[event][state]))
    assert.deepStrictEqual(
      rules.filter((rule) => !reached.has(rule)),
      []
    )
    const effects = new Set(rules.flatMap((rule) => ("refused" in rule ? [] : rule.effects)))
    assert.deepStrictEqual([...effects].toSorted(), [...accountEffects].toSorted())
    for (const state of accountStates) {
      const leaves = accountEvents.some((event) =>
        accountTable[event][state].some((rule) => "next" in rule && rule.next !== state)
      )
      assert.isTrue(leaves, state)
    }
  })

  it("only a lock enters a locked state, only what is paid or basic leaves it", () => {
    for (const event of accountEvents) {
      for (const from of accountStates) {
        for (const rule of accountTable[event][from]) {
          if ("refused" in rule) continue
          const story = `${event} in ${from}`
          const [was, is] = [from, rule.next].map((state) => state === "locked" || state === "locked_out")
          assert.strictEqual(rule.effects.includes("lock"), !was && is, story)
          assert.strictEqual(rule.effects.includes("unlock"), was === true && !is, story)
          if (!was && is) assert.strictEqual(event, "lock_due", story)
        }
      }
    }
  })

  it("a number is given by the last effect of its transaction, once", () => {
    for (const event of accountEvents) {
      for (const state of accountStates) {
        for (const rule of accountTable[event][state]) {
          if ("refused" in rule) continue
          const at = rule.effects.findIndex((effect) => effect === "issue_open" || effect === "issue_paid")
          assert.isTrue(at === -1 || at === rule.effects.length - 1, `${event} in ${state}`)
        }
      }
    }
  })

  it("refuses a checkout and a change in the order of the contract", () => {
    for (const state of ["none", "canceled"] as const) {
      assert.strictEqual(after(state, "checkout", { provider: false, fits: false }), "billing_unavailable")
      assert.strictEqual(after(state, "checkout", { fits: false }), "plan_limit")
      assert.strictEqual(after(state, "checkout"), `${state} open_checkout`)
      assert.strictEqual(after(state, "change", { fits: false }), "billing/no_account")
    }
    for (const state of ["active", ...owing] as const) {
      assert.strictEqual(after(state, "checkout", { fits: false }), "plan/already_billed")
      assert.strictEqual(after(state, "change", { provider: false, mandate: false }), "billing_unavailable")
    }
    for (const state of owing)
      assert.strictEqual(after(state, "change", { mandate: false, fits: false }), "billing/past_due")
    const none = { costs: true, mandate: false, fits: false }
    assert.strictEqual(after("active", "change", none), "billing/no_valid_mandate")
    assert.strictEqual(after("active", "change", { ...none, mandate: true }), "plan_limit")
    assert.strictEqual(after("active", "change", { ...none, costs: false }), "plan_limit")
  })

  it("takes the parts of a change", () => {
    assert.strictEqual(after("active", "change", { costs: true }), "active withdraw_pending charge")
    assert.strictEqual(after("active", "change", { later: true }), "active withdraw_pending apply_change set_pending")
    assert.strictEqual(after("active", "change", { costs: true, later: true }), "active withdraw_pending charge")
    assert.strictEqual(after("active", "change_paid", { later: true }), "active apply_change set_pending issue_paid")
    assert.strictEqual(after("active", "change_paid"), "active apply_change issue_paid")
    assert.strictEqual(after("active", "change"), "active withdraw_pending apply_change")
    for (const state of ["none", "locked", "locked_out", "canceled"] as const)
      assert.strictEqual(after(state, "change_paid"), `${state} give_back`)
  })

  it("gives back what a second checkout took", () => {
    for (const state of ["active", ...owing] as const)
      assert.strictEqual(after(state, "checkout_paid"), `${state} give_back`)
  })

  it("renews, holds, waits for a provider and ends", () => {
    assert.strictEqual(after("active", "period_end"), "active apply_pending advance_period charge issue_open")
    assert.strictEqual(
      after("active", "period_end", { mandate: false }),
      "past_due apply_pending advance_period begin_dunning issue_open"
    )
    assert.strictEqual(
      after("active", "period_end", { vat_invalid: true, mandate: false }),
      "held apply_pending advance_period hold_charge begin_dunning"
    )
    assert.strictEqual(
      after("active", "period_end", { provider: false, mandate: false, vat_invalid: true }),
      "active postpone"
    )
    assert.strictEqual(
      after("past_due", "period_end", { ends: true, provider: false }),
      "canceled apply_pending write_off end_plan revoke_mandates"
    )
    assert.strictEqual(after("locked", "period_end"), "locked_out write_off")
    assert.strictEqual(after("locked_out", "period_end"), "locked_out")
  })

  it("leads out of what is owed by the last payment alone", () => {
    for (const event of ["invoice_paid", "chargeback_reversed"] as const) {
      assert.strictEqual(after("past_due", event), "active mark_paid")
      assert.strictEqual(after("past_due", event, { settled: false }), "past_due mark_paid")
      assert.strictEqual(after("locked", event), "active mark_paid unlock")
      assert.strictEqual(after("locked", event, { settled: false }), "locked mark_paid")
      assert.strictEqual(after("locked_out", event), "locked_out mark_paid")
      assert.strictEqual(after("held", event), "held mark_paid")
    }
    assert.strictEqual(after("locked", "basic_chosen"), "canceled write_off end_plan unlock revoke_mandates")
  })
})
