import { assert, layer } from "@effect/vitest"
import { type ClaimedWork, WorkStore } from "@fleet/server/platform/work/WorkStore"
import { Effect, Option, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { makeQueue, rowsOf, World } from "./world.ts"

const Seconds = Schema.Literals([0, 1, 30, 60, 61])
const Age = Schema.Literals(["newest", "older"])

const Operation = Schema.Union([
  Schema.Struct({ type: Schema.tag("claimDue") }),
  Schema.Struct({ type: Schema.tag("claimFirst") }),
  Schema.Struct({ type: Schema.tag("delay"), age: Age, seconds: Seconds }),
  Schema.Struct({ type: Schema.tag("end"), age: Age, state: Schema.Literals(["done", "failed"]) }),
  Schema.Struct({ type: Schema.tag("purge") }),
  Schema.Struct({ type: Schema.tag("wait"), seconds: Seconds })
])

const leaseSeconds = 60

/** What is expected of one item: the rules of the table, without the table. */
class Model {
  state: "pending" | "done" | "failed" | "purged" = "pending"
  attempts = 0
  dueMs: number
  endedMs = 0

  constructor(startMs: number) {
    this.dueMs = startMs
  }

  claim(nowMs: number, first: boolean): boolean {
    if (this.state !== "pending" || (first ? this.attempts > 0 : this.dueMs > nowMs)) return false
    this.attempts++
    this.dueMs = nowMs + leaseSeconds * 1000
    return true
  }

  holds(attempts: number | undefined): boolean {
    return this.state === "pending" && attempts === this.attempts && attempts > 0
  }
}

layer(World, { timeout: "120 seconds" })("the state machine of an item", (it) => {
  it.effect.prop(
    "the work queue agrees with its model under any sequence of operations",
    { operations: Schema.Array(Operation) },
    ({ operations }) =>
      Effect.gen(function* () {
        const store = yield* WorkStore
        const queue = makeQueue()
        const startMs = Date.UTC(2026, 0, 1)
        const model = new Model(startMs)
        const claims: Array<ClaimedWork> = []
        let nowMs = startMs
        const at = (ms: number) => new Date(ms)
        const id = yield* store.insert({
          id: randomUUID(),
          queue: queue.name,
          kind: "number",
          key: null,
          org_id: null,
          app_id: null,
          state: "pending",
          payload: Buffer.from("sealed"),
          due_at: at(nowMs),
          expires_at: at(nowMs + 86_400_000),
          created_at: at(nowMs),
          ended_at: null
        })
        for (const operation of operations) {
          const claim = "age" in operation ? claims.at(operation.age === "newest" ? -1 : -2) : undefined
          const until = at(nowMs + leaseSeconds * 1000)
          switch (operation.type) {
            case "claimDue":
            case "claimFirst": {
              const first = operation.type === "claimFirst"
              const claimed = yield* first
                ? store.claimFirst(queue.name, id, until)
                : store.claimDue(queue.name, null, at(nowMs), until)
              assert.strictEqual(Option.isSome(claimed), model.claim(nowMs, first))
              if (Option.isSome(claimed)) claims.push(claimed.value)
              break
            }
            case "delay": {
              if (claim === undefined) break
              const dueMs = nowMs + operation.seconds * 1000
              yield* store.delay(claim, at(dueMs), "busy")
              if (model.holds(claim.attempts)) model.dueMs = dueMs
              break
            }
            case "end": {
              if (claim === undefined) break
              yield* store.end(claim, operation.state, null, at(nowMs))
              if (!model.holds(claim.attempts)) break
              model.state = operation.state
              model.endedMs = nowMs
              break
            }
            case "purge":
              yield* store.purge(queue.name, at(nowMs))
              if (model.state !== "pending" && model.endedMs < nowMs) model.state = "purged"
              break
            case "wait":
              nowMs += operation.seconds * 1000
          }
          const [row] = yield* rowsOf(queue)
          if (model.state === "purged") assert.isUndefined(row)
          else {
            assert.deepInclude(row, { state: model.state, attempts: model.attempts, due_at: at(model.dueMs) })
            assert.strictEqual(row!.payload === null, model.state !== "pending")
          }
        }
      })
  )
})
