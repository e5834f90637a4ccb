import { Cause, Context, DateTime, Effect, Layer, Metric, Option, Queue, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import { Sealing } from "../crypto/Sealing.ts"
import { Transaction } from "../sql/Transaction.ts"
import { workAttempts } from "../telemetry/workAttempts.ts"
import { WorkOutcome } from "./WorkOutcome.ts"
import { OrgShares } from "./OrgShares.ts"
import type { WorkHandler, WorkQueue, WorkQueueRules } from "./WorkQueue.ts"
import { type ClaimedWork, WorkStore } from "./WorkStore.ts"

/** An item of work to be written. */
export interface NewWork<A> {
  readonly payload: A
  /** What the item is for, within its queue; for people who read the table. */
  readonly kind: string
  /** The item is deleted with this org and this app; null where it is about none, or outlives it. */
  readonly orgId: string | null
  readonly appId: string | null
  /** While an item of this key is kept, no other one of the queue is written. */
  readonly key?: string
  /** No attempt before this; at once where it is not given. */
  readonly notBefore?: Date
  /** No attempt is begun after this. */
  readonly expiresAt?: Date
  /** Writes a row that is never attempted, so that the caller takes the same time either way. */
  readonly inert?: boolean
}

/** Retries of the statement that ends a done item, a second apart: an item that is not ended is attempted again. */
const endRetries = { ofWorkers: 30, ofCallers: 5 }

/** How long before the end of its lease an attempt is interrupted. */
const marginMs = 1_000

/** How old the knowledge of who has due items may be, while there are some. */
const staleMs = 1_000

/** The payload of an item is sealed for its queue and id: it opens for no other row. */
const contextOf = (queue: WorkQueueRules, id: string) => `${queue.name} ${id}`

const currentDate = Effect.map(DateTime.now, DateTime.toDateUtc)
const after = (date: Date, ms: number) => new Date(date.getTime() + ms)

/**
 * A durable queue of background work: items are written in the transaction that asks for them. One process at a time leases
 * an item and attempts it, with retries after pauses, until it is done or given up.
 */
export class Work extends Context.Service<
  Work,
  {
    /** Writes an item in the caller's transaction, and wakes a worker after the commit. Answers the item's id. */
    readonly enqueue: <A>(queue: WorkQueue<A>, item: NewWork<A>) => Effect.Effect<string>
    /** The same for many items in one statement. Their keys must be new. */
    readonly enqueueAll: <A>(queue: WorkQueue<A>, items: ReadonlyArray<NewWork<A>>) => Effect.Effect<void>
    /** Whether the item of the key is still to be attempted. */
    readonly isPending: (queue: WorkQueueRules, key: string) => Effect.Effect<boolean>
    /**
     * Attempts the item that is due for longest, of the organisation whose turn it is; false when none is due. Of those
     * with due items each has its turn before another has its second.
     */
    readonly next: <A>(queue: WorkQueue<A>, handler: WorkHandler<A>) => Effect.Effect<boolean>
    /**
     * The only attempt at an item, made by a caller that waits for its outcome: a `Retry` is given up. None where a
     * worker had the item first. Outside of a transaction.
     */
    readonly attemptOnce: <A>(
      queue: WorkQueue<A>,
      id: string,
      handler: WorkHandler<A>
    ) => Effect.Effect<Option.Option<WorkOutcome>>
    /** Deletes items that ended longer ago than the queue keeps them. */
    readonly purge: (queue: WorkQueueRules) => Effect.Effect<void>
    /** Lets a worker of this process look for due items now, where there is one. */
    readonly wake: (queue: WorkQueueRules) => Effect.Effect<void>
    /** Ends once `wake` was called. */
    readonly woken: (queue: WorkQueueRules) => Effect.Effect<void>
  }
>()("@fleet/server/Work") {
  static readonly layer = Layer.effect(
    Work,
    Effect.gen(function* () {
      const store = yield* WorkStore
      const sealing = yield* Sealing
      const transaction = yield* Transaction
      const signals = new Map<string, Queue.Queue<void>>()
      const sharesByQueue = new Map<string, OrgShares>()

      const sharesOf = ({ concurrencyOfOrg, name }: WorkQueueRules): OrgShares => {
        const shares = sharesByQueue.get(name) ?? new OrgShares(concurrencyOfOrg)
        sharesByQueue.set(name, shares)
        return shares
      }

      /** Claims an item of the org whose turn it is; `end` is to be called when its attempt is over. */
      const claimNext = Effect.fnUntraced(function* (queue: WorkQueueRules) {
        const shares = sharesOf(queue)
        for (;;) {
          const now = yield* currentDate
          if (shares.isStale(now.getTime(), staleMs)) shares.found(yield* store.dueOrgs(queue.name, now))
          const turn = shares.next()
          if (turn === undefined) return Option.none()
          const end = shares.begin(turn.orgId)
          const claim = yield* Effect.onError(
            store.claimDue(queue.name, turn.orgId, now, after(now, queue.leaseMs)),
            () => Effect.sync(end)
          )
          if (Option.isSome(claim)) return Option.some({ claim: claim.value, end })
          end()
          shares.drop(turn)
        }
      })

      const wake = ({ name }: WorkQueueRules) =>
        Effect.sync(() => {
          const signal = signals.get(name)
          if (signal !== undefined) Queue.offerUnsafe(signal, undefined)
        })

      const woken = Effect.fnUntraced(function* ({ name }: WorkQueueRules) {
        const signal = signals.get(name) ?? (yield* Queue.dropping<void>(1))
        signals.set(name, signal)
        return yield* Queue.take(signal)
      })

      const attempt = Effect.fnUntraced(function* <A>(
        queue: WorkQueue<A>,
        claim: ClaimedWork,
        handler: WorkHandler<A>
      ) {
        const { attempts, due_at, expires_at, id } = claim
        const now = yield* currentDate
        if (now >= expires_at) return WorkOutcome.GiveUp({ reason: "expired" })
        const opened = Effect.flatMap(sealing.open(claim.payload, contextOf(queue, id)), queue.decode)
        const payload = yield* Effect.option(opened)
        if (Option.isNone(payload)) return WorkOutcome.GiveUp({ reason: "the payload cannot be read" })
        const handled = handler(payload.value, { id, number: attempts, leaseEndsAt: due_at, expiresAt: expires_at })
        // An attempt that is interrupted from within is a defect of the handler, which the worker outlives.
        const outlived = Effect.catchCauseIf(handled, Cause.hasInterruptsOnly, (cause) =>
          Effect.die(Cause.squash(cause))
        )
        return yield* Effect.timeoutOrElse(outlived, {
          duration: due_at.getTime() - marginMs - now.getTime(),
          orElse: () => Effect.succeed(WorkOutcome.Retry({ reason: "took too long" }))
        })
      })

      const done = (claim: ClaimedWork, times: number) =>
        Effect.flatMap(currentDate, (now) => store.end(claim, "done", null, now)).pipe(
          Effect.tapCause((cause) => Effect.logWarning("a done work item could not be ended", claim.id, cause)),
          Effect.sandbox,
          Effect.retry({ schedule: Schedule.spaced("1 second"), times }),
          Effect.catch(Effect.failCause)
        )

      const giveUp = Effect.fnUntraced(function* (queue: string, claim: ClaimedWork, reason: string, expected = false) {
        yield* store.end(claim, "failed", reason, yield* currentDate)
        if (expected) return
        yield* Effect.logWarning("work was given up", { queue, item: claim.id, attempts: claim.attempts, reason })
      })

      /** Writes the outcome of an attempt. A `Retry` is given up where it would be after the item's expiry, or `only` is set. */
      const settle = Effect.fnUntraced(function* (
        queue: WorkQueueRules,
        claim: ClaimedWork,
        outcome: WorkOutcome,
        only: boolean
      ) {
        const { _tag } = outcome
        yield* Metric.update(Metric.withAttributes(workAttempts, { queue: queue.name, outcome: _tag }), 1)
        if (_tag === "Done") return yield* done(claim, only ? endRetries.ofCallers : endRetries.ofWorkers)
        if (_tag === "GiveUp") return yield* giveUp(queue.name, claim, outcome.reason, outcome.expected)
        const { notBefore, reason } = outcome
        const due = after(yield* currentDate, queue.pauseMs(claim.attempts))
        const at = notBefore !== undefined && notBefore > due ? notBefore : due
        if (only || at >= claim.expires_at) yield* giveUp(queue.name, claim, reason)
        else yield* store.delay(claim, at, reason)
      })

      const rowOf = <A>(queue: WorkQueue<A>, { appId, expiresAt, inert = false, ...item }: NewWork<A>, now: Date) => {
        const id = randomUUID()
        return {
          id,
          queue: queue.name,
          kind: item.kind,
          key: item.key ?? null,
          org_id: item.orgId,
          app_id: appId,
          state: inert ? "void" : "pending",
          payload: inert ? null : sealing.seal(queue.encode(item.payload), contextOf(queue, id)),
          due_at: item.notBefore ?? now,
          expires_at: expiresAt ?? after(now, queue.giveUpAfterMs),
          created_at: now,
          ended_at: inert ? now : null
        } as const
      }

      /** After the commit the organisations of due items have a turn each. */
      const announce = (queue: WorkQueueRules, rows: ReadonlyArray<ReturnType<typeof rowOf>>, now: Date) => {
        const due = rows.filter(({ due_at, state }) => state === "pending" && due_at <= now)
        if (due.length === 0) return Effect.void
        const orgs = new Set(due.map(({ org_id }) => org_id))
        return transaction.afterCommit(
          Effect.suspend(() => {
            for (const orgId of orgs) sharesOf(queue).add(orgId)
            return wake(queue)
          })
        )
      }

      return Work.of({
        enqueueAll: Effect.fn("Work.enqueueAll")(function* (queue, items) {
          if (items.length === 0) return
          const now = yield* currentDate
          const rows = items.map((item) => rowOf(queue, item, now))
          yield* store.insertAll(rows)
          yield* announce(queue, rows, now)
        }),
        isPending: ({ name }, key) => store.isPending(name, key),
        enqueue: Effect.fn("Work.enqueue")(function* (queue, item) {
          const now = yield* currentDate
          const row = rowOf(queue, item, now)
          const found = yield* store.insert(row)
          yield* announce(queue, [row], now)
          return found
        }),
        next: Effect.fnUntraced(function* (queue, handler) {
          const found = yield* claimNext(queue)
          if (Option.isNone(found)) return false
          const { claim, end } = found.value
          // Another worker takes the next item while this one is attempted.
          yield* wake(queue)
          yield* Effect.ensuring(
            Effect.flatMap(attempt(queue, claim, handler), (outcome) => settle(queue, claim, outcome, false)),
            Effect.sync(end)
          )
          return true
        }),
        attemptOnce: Effect.fn("Work.attemptOnce")(function* (queue, id, handler) {
          const until = after(yield* currentDate, queue.leaseMs)
          const claim = yield* store.claimFirst(queue.name, id, until)
          if (Option.isNone(claim)) return Option.none()
          const outcome = yield* attempt(queue, claim.value, handler)
          yield* settle(queue, claim.value, outcome, true)
          return Option.some(outcome)
        }),
        purge: ({ keptForMs, name }) => Effect.flatMap(currentDate, (now) => store.purge(name, after(now, -keptForMs))),
        wake,
        woken
      })
    })
  )
}
