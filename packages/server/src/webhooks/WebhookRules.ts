import { ValidationError } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import type { UpdateWebhookRequest, Webhook } from "@fleet/domain/Webhooks"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer } from "effect"
import { isDeepStrictEqual } from "node:util"
import { OutboundFetch } from "../platform/outbound/OutboundFetch.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { WebhookStore } from "./WebhookStore.ts"

type Change = Omit<UpdateWebhookRequest, "rotate_secret">

const howToAllow = "The operator names private addresses in OUTBOUND_ALLOW."

/** What a webhook may be set to, beyond the forms of its fields. */
export class WebhookRules extends Context.Service<
  WebhookRules,
  {
    /**
     * Refuses a URL that is never fetched, and robots that the org does not have. A robot that `before` has may stay when it
     * is deleted.
     */
    readonly check: (
      orgId: OrgId,
      change: Pick<Change, "robot_ids" | "url">,
      before?: Webhook
    ) => Effect.Effect<void, ValidationError>
    /** The fields that a change gives another value. */
    readonly changedFields: (before: Webhook, change: Change) => ReadonlyArray<string>
  }
>()("@fleet/server/WebhookRules") {
  static readonly layer = Layer.effect(
    WebhookRules,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const outbound = yield* OutboundFetch
      const { demo, outboundAllow } = yield* Settings

      /** Refuses a URL that is never fetched, and says what would let it in. */
      const checkUrl = (url: string) => {
        const { password, protocol, username } = new URL(url)
        const hint = username === "" && password === "" ? ` ${howToAllow}` : ""
        const refused = (rule: string, reason: string) => {
          const { details } = refusalOf({ field: "url", rule })
          return new ValidationError({ message: `url: ${rule}. ${reason}${hint}`, details })
        }
        const reason = outbound.unfit(url, { loopback: demo })
        if (reason !== null) return refused(Rule.notAllowed, reason)
        const isPlain = protocol === "http:"
        return isPlain && !demo && outboundAllow.length === 0 ? refused(Rule.format, "Only https is fetched.") : null
      }

      return WebhookRules.of({
        check: Effect.fnUntraced(function* (orgId, { robot_ids = null, url }, before) {
          if (url !== undefined) {
            const refused = checkUrl(url)
            if (refused !== null) return yield* refused
          }
          const kept = new Set<RobotId>(before?.robot_ids)
          const named = (robot_ids ?? []).filter((id) => !kept.has(id))
          if (named.length === 0) return
          const found = yield* store.robotsAmong(orgId, named)
          const stray = robot_ids!.findIndex((id) => !kept.has(id) && !found.has(id))
          if (stray !== -1) return yield* refusalOf({ field: `robot_ids[${stray}]`, rule: Rule.notFound })
        }),
        changedFields: (before, change) =>
          Object.entries(change)
            .filter(([field, value]) => !isDeepStrictEqual(before[field as keyof Change], value))
            .map(([field]) => field)
      })
    })
  )
}
