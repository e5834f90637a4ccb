import type { Developer } from "@fleet/domain/Caller"
import { NotFound, QuotaExceeded, TokenRevoked, type ValidationError } from "@fleet/domain/Errors"
import { WebhookId } from "@fleet/domain/Ids"
import {
  type FetchMessagesRequest,
  type ListenerMessage,
  type ListenerOpened,
  listenerSeconds,
  type ListenerResult,
  maxFetched,
  maxListeners,
  type OpenListenerRequest
} from "@fleet/domain/WebhookListeners"
import { type DeliveryAttempt, WebhookEventType } from "@fleet/domain/Webhooks"
import { Clock, Context, DateTime, Deferred, Effect, Layer, Option } from "effect"
import { randomUUID } from "node:crypto"
import { Credentials } from "../access/Credentials.ts"
import { type Bearer, bearerOf, revokedBy } from "../access/revoked.ts"
import { Orgs } from "../org/Orgs.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { waitAsAsked } from "../platform/http/RequestLog.ts"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { type ListenerKey, ListenerStore, type Waiting } from "./ListenerStore.ts"
import { messageHeaders, mintWebhookSecret, secretContext } from "./signing.ts"
import { WebhookRules } from "./WebhookRules.ts"

/** How often a fetch that waits looks for messages, in milliseconds. */
const lookEveryMs = 1000

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** What is noted of a result. A failure without words gets some. */
const attemptOf = ({ error, status }: ListenerResult): Omit<DeliveryAttempt, "at"> => {
  if (isSuccess(status)) return { status, error: null }
  return { status, error: error ?? (status === null ? "There was no answer." : `The receiver answered ${status}.`) }
}

/** Webhooks of one developer each, whose messages are fetched. They end when nobody fetches. */
export class WebhookListeners extends Context.Service<
  WebhookListeners,
  {
    /** To be run by a developer of either tier, in a locked org too: it only reads. */
    readonly open: (
      developer: Developer,
      asked: OpenListenerRequest
    ) => Effect.Effect<ListenerOpened, QuotaExceeded | TokenRevoked | ValidationError>
    /** Whether the developer has it, and it has not ended. */
    readonly has: (developer: Developer, id: WebhookId) => Effect.Effect<boolean>
    /**
     * Notes results, keeps the listener open and answers its messages without one, oldest first. Where there is none it waits,
     * without a connection, and ends with the wait, a message, the listener, the developer's session or `endWaits`.
     */
    readonly fetch: (
      developer: Developer,
      id: WebhookId,
      asked: FetchMessagesRequest
    ) => Effect.Effect<ReadonlyArray<ListenerMessage>, NotFound | TokenRevoked>
    readonly close: (developer: Developer, id: WebhookId) => Effect.Effect<void>
    /** Deletes those that have ended. */
    readonly deleteEnded: Effect.Effect<void>
    /** Ends every wait, now and from now on. */
    readonly endWaits: Effect.Effect<void>
  }
>()("@fleet/server/WebhookListeners") {
  static readonly layer = Layer.effect(
    WebhookListeners,
    Effect.gen(function* () {
      const store = yield* ListenerStore
      const credentials = yield* Credentials
      const rules = yield* WebhookRules
      const sealing = yield* Sealing
      const orgs = yield* Orgs
      const bus = yield* Bus
      const transaction = yield* Transaction
      const stopping = yield* Deferred.make<void>()
      /** Fetches that wait, each with what ends it early. */
      const waits = new Map<Deferred.Deferred<void, TokenRevoked>, Bearer>()

      yield* bus.onFact(
        (event) => {
          const isRevoked = revokedBy(event)
          if (isRevoked === null) return
          for (const [end, bearer] of waits) {
            if (isRevoked(bearer)) Deferred.doneUnsafe(end, Effect.fail(new TokenRevoked()))
          }
        },
        // The next fetch proves its credential anew.
        () => {
          for (const end of waits.keys()) Deferred.doneUnsafe(end, Effect.void)
        }
      )

      const keyOf = ({ id: developerId, orgId }: Developer, id: WebhookId, now: DateTime.Utc): ListenerKey => ({
        id,
        orgId,
        developerId,
        now: DateTime.toDateUtc(now)
      })
      const changed = (orgId: Developer["orgId"]) => bus.broadcastAndWait({ type: "webhooks_changed", orgId })

      /** Its messages, as soon as there are some, the time in milliseconds of Unix time has come or the wait is ended. */
      const look = Effect.fnUntraced(function* (
        developer: Developer,
        id: WebhookId,
        untilMs: number,
        end: Deferred.Deferred<void, TokenRevoked>
      ) {
        const ended = Effect.raceFirst(Deferred.await(stopping), Deferred.await(end))
        let isProven = false
        for (;;) {
          const found = yield* store.waiting(id, maxFetched)
          if (Option.isNone(found)) return yield* new NotFound()
          const leftMs = untilMs - (yield* Clock.currentTimeMillis)
          if (yield* Deferred.isDone(end)) {
            yield* Deferred.await(end)
            return found.value
          }
          if (found.value.length > 0 || leftMs <= 0 || (yield* Deferred.isDone(stopping))) return found.value
          // What ended the session before the wait was known of is not told again.
          if (!isProven && !(yield* credentials.goesOn(developer))) return yield* new TokenRevoked()
          isProven = true
          yield* waitAsAsked(Effect.raceFirst(Effect.sleep(Math.min(leftMs, lookEveryMs)), ended))
        }
      })

      const wait = (developer: Developer, id: WebhookId, untilMs: number) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            const end = Deferred.makeUnsafe<void, TokenRevoked>()
            waits.set(end, bearerOf(developer))
            return end
          }),
          (end) => look(developer, id, untilMs, end),
          (end) => Effect.sync(() => waits.delete(end))
        )

      const signed = ({ body, id, type }: Waiting, seconds: number, secret: string): ListenerMessage => ({
        id,
        type,
        headers: messageHeaders({ id, type, body, seconds }, [secret]),
        body
      })

      return WebhookListeners.of({
        open: Effect.fn("WebhookListeners.open")(function* (developer, asked) {
          const { events = WebhookEventType.literals, robot_ids = null, secret = mintWebhookSecret() } = asked
          yield* rules.check(developer.orgId, { robot_ids })
          yield* orgs.lockForUpdate(developer)
          const now = yield* DateTime.now
          const id = WebhookId.make(randomUUID())
          const key = keyOf(developer, id, now)
          if ((yield* store.count(developer.orgId, key.now)) >= maxListeners) {
            return yield* new QuotaExceeded({ details: { quota: "webhook_listeners", limit: maxListeners } })
          }
          const until = DateTime.add(now, { seconds: listenerSeconds })
          yield* store.insert({
            ...key,
            events: [...new Set(events)],
            robotIds: robot_ids === null ? null : [...new Set(robot_ids)],
            secret: sealing.seal(secret, secretContext(id)),
            until: DateTime.toDateUtc(until)
          })
          yield* transaction.afterCommit(changed(developer.orgId))
          return { listener_id: id, secret, expires_at: until }
        }, transaction.run),
        has: Effect.fn("WebhookListeners.has")(function* (developer, id) {
          return yield* store.has(keyOf(developer, id, yield* DateTime.now))
        }),
        fetch: Effect.fn("WebhookListeners.fetch")(function* (developer, id, { results, wait_s }) {
          const now = yield* DateTime.now
          const untilMs = now.epochMilliseconds + wait_s * 1000
          // The minute begins when the wait is over.
          const end = DateTime.add(now, { seconds: wait_s + listenerSeconds })
          const renewed = yield* store.renew(keyOf(developer, id, now), DateTime.toDateUtc(end))
          if (Option.isNone(renewed)) return yield* new NotFound()
          // One whose secret was sealed with another FLEET_SECRET can only be opened anew.
          const secret = yield* Effect.mapError(sealing.open(renewed.value, secretContext(id)), () => new NotFound())
          if (results.length > 0) {
            yield* store.record(
              id,
              results.map((result) => ({
                delivery: result.delivery_id,
                attempt: { at: now, ...attemptOf(result) },
                state: isSuccess(result.status) ? ("delivered" as const) : ("failed" as const)
              }))
            )
          }
          const messages = yield* wait(developer, id, untilMs)
          const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          return messages.map((message) => signed(message, seconds, secret))
        }),
        close: Effect.fn("WebhookListeners.close")(function* (developer, id) {
          const deleted = yield* store.delete(keyOf(developer, id, yield* DateTime.now))
          if (deleted) yield* changed(developer.orgId)
        }),
        deleteEnded: Effect.gen(function* () {
          const ended = yield* store.deleteEnded(DateTime.toDateUtc(yield* DateTime.now))
          for (const orgId of ended) yield* changed(orgId)
        }),
        endWaits: Effect.asVoid(Deferred.succeed(stopping, undefined))
      })
    })
  )
}
