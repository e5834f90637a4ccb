import { App } from "@fleet/domain/Apps"
import { AuditEvent, AuditFilter, auditPageSize } from "@fleet/domain/AuditEvents"
import type { Caller, Developer } from "@fleet/domain/Caller"
import { ConfigDraft, ConfigPublished } from "@fleet/domain/Config"
import { Forbidden } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Count, Int, Text } from "@fleet/domain/Wire"
import { Effect, Result, Schema } from "effect"
import { Apps } from "../apps/Apps.ts"
import { AuditReader } from "../audit/AuditReader.ts"
import { Drafts, type TaggedDraft } from "../robots/config/Drafts.ts"
import { Publishing } from "../robots/config/Publishing.ts"
import { Robots } from "../robots/Robots.ts"
import { controls, reads } from "./Tool.ts"

const draftFields = { ...ConfigDraft.fields, etag: Schema.String }
const toDraft = ({ draft, etag }: TaggedDraft) => ({ ...draft, etag })

const text = Schema.optionalKey(Schema.String)
const number = Schema.optionalKey(Int(0, Number.MAX_SAFE_INTEGER))

/** Tools of the central endpoint: what developers do in the console. */
export const developerTools = Effect.gen(function* () {
  const apps = yield* Apps
  const audit = yield* AuditReader
  const drafts = yield* Drafts
  const publishing = yield* Publishing
  const robots = yield* Robots

  const developerOf = (caller: Caller): Effect.Effect<Developer, Forbidden> =>
    caller.kind === "developer" ? Effect.succeed(caller) : Effect.fail(new Forbidden())
  const robotOf = Effect.fnUntraced(function* (caller: Caller, id: RobotId) {
    const developer = yield* developerOf(caller)
    return { developer, robot: yield* robots.get(developer, id) }
  })

  return [
    reads({
      name: "get_config_draft",
      title: "Read a draft",
      description: "The draft of a robot's configuration: YAML, its issues, and the tag of its text.",
      central: true,
      args: {},
      result: draftFields,
      run: Effect.fnUntraced(function* ({ caller }, { robot_id }) {
        const { developer, robot } = yield* robotOf(caller, robot_id)
        return toDraft(yield* drafts.get(developer, robot))
      })
    }),
    controls({
      name: "put_config_draft",
      title: "Write a draft",
      description: "Replaces the draft's YAML; with if_match only over the text that was read. Publishes nothing.",
      central: true,
      destructive: true,
      idempotent: true,
      args: { source: Text(0, 1_000_000), if_match: text },
      result: draftFields,
      run: Effect.fnUntraced(function* ({ caller }, { if_match, robot_id, source }) {
        const { developer, robot } = yield* robotOf(caller, robot_id)
        return toDraft(yield* drafts.put(developer, robot, source, if_match))
      })
    }),
    controls({
      name: "publish_config",
      title: "Publish a draft",
      description: "Checks the draft and makes it what the robot runs.",
      central: true,
      destructive: true,
      args: {},
      result: ConfigPublished.fields,
      run: Effect.fnUntraced(function* ({ caller }, { robot_id }) {
        const { developer, robot } = yield* robotOf(caller, robot_id)
        return yield* publishing.publish(developer, robot)
      })
    }),
    reads({
      name: "list_apps",
      title: "List apps",
      description: "The apps of the organisation.",
      central: true,
      robot: "none",
      args: {},
      result: { apps: Schema.Array(App) },
      run: Effect.fnUntraced(function* ({ caller }) {
        return { apps: yield* apps.list(yield* developerOf(caller)) }
      })
    }),
    reads({
      name: "list_audit_events",
      title: "Read the audit trail",
      description: "Who did what, newest first; next_cursor goes into before_seq.",
      central: true,
      robot: "none",
      args: {
        before_seq: number,
        limit: Schema.optionalKey(Int(1, auditPageSize.max)),
        action: text,
        action_prefix: text,
        actor_id: text,
        target_kind: text,
        target_id: text,
        from_ms: number,
        to_ms: number
      },
      result: { events: Schema.Array(AuditEvent), next_cursor: Schema.NullOr(Count) },
      run: Effect.fnUntraced(function* ({ caller }, { before_seq, limit, ...filter }) {
        const { orgId } = yield* developerOf(caller)
        const asText = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))
        const checked = Schema.decodeUnknownResult(AuditFilter)(asText)
        if (Result.isFailure(checked)) return yield* refusalOf(firstViolation(checked.failure.issue))
        return yield* audit.list(orgId, {
          ...checked.success,
          ...(before_seq === undefined ? {} : { before_seq }),
          ...(limit === undefined ? {} : { limit })
        })
      })
    })
  ]
})
