import type { Developer } from "@fleet/domain/Caller"
import type { ConfigPublished, ConfigVersion } from "@fleet/domain/Config"
import { ConfigInvalid, NotFound, NothingToPublish } from "@fleet/domain/Errors"
import { namedTypes } from "@fleet/domain/RobotConfig/GraphRules"
import { listedIssues, maxIssues } from "@fleet/domain/RobotConfig/Findings"
import type { Robot } from "@fleet/domain/Robots"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { withinFrame } from "./configFrame.ts"
import type { Read, ReadText } from "./answerText.ts"
import { ConfigTexts } from "./ConfigTexts.ts"
import { DraftStore, type InOrg } from "./DraftStore.ts"
import { documentOf, holdAgainstRobot } from "./holdAgainstRobot.ts"
import { RobotGraphs } from "./RobotGraphs.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { VersionStore } from "./VersionStore.ts"

/** Turns drafts into versions. A version is numbered by its robot, and never changes. */
export class Publishing extends Context.Service<
  Publishing,
  {
    /** A publish whose key was used for this robot before makes no version: it answers the one that was made then. */
    readonly publish: (
      developer: Developer,
      robot: Robot,
      publishKey?: string
    ) => Effect.Effect<ConfigPublished, NothingToPublish | ConfigInvalid | NotFound>
    readonly versions: (developer: Developer, robot: Robot) => Effect.Effect<ReadonlyArray<ConfigPublished>>
    readonly version: (developer: Developer, robot: Robot, version: number) => Effect.Effect<ConfigVersion, NotFound>
  }
>()("@fleet/server/Publishing") {
  static readonly layer = Layer.effect(
    Publishing,
    Effect.gen(function* () {
      const drafts = yield* DraftStore
      const store = yield* VersionStore
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const bus = yield* Bus
      const graphs = yield* RobotGraphs
      const texts = yield* ConfigTexts
      const records = yield* RobotRecords
      const webhooks = yield* WebhookEvents

      /** The draft as it is now; one that was read before is not read again. */
      const draftOf = Effect.fnUntraced(function* (key: InOrg, before?: ReadDraft) {
        const draft = yield* drafts.find(key)
        const source = Option.isNone(draft) ? "" : draft.value.source
        return source === before?.source ? before : readDraft(source, yield* texts.read(key.orgId, source))
      })

      /** Asks the robot for the types of its draft, before anything is locked. */
      const learnTypes = Effect.fnUntraced(function* (key: InOrg, draft: ReadDraft) {
        if (!(yield* graphs.wasRead(key.robotId))) return
        const doc = documentOf(draft)
        if (doc !== null) yield* graphs.learn(key.robotId, namedTypes(doc))
      })

      const publishDraft = Effect.fnUntraced(function* (
        developer: Developer,
        robot: Robot,
        before: ReadDraft,
        publishKey: string | undefined
      ) {
        const key = { orgId: developer.orgId, robotId: robot.id }
        if (!(yield* drafts.lockRobotForUpdate(key))) return yield* new NotFound()
        if (publishKey !== undefined) {
          const made = yield* store.byKey({ ...key, publishKey })
          if (Option.isSome(made)) return made.value
        }
        const draft = yield* draftOf(key, before)
        const version = (yield* store.newest(robot.id)) + 1
        const { all, doc, errors } = withinFrame(yield* holdAgainstRobot(graphs, robot.id, draft), version)
        if (doc === null) return yield* new NothingToPublish({ details: listedIssues(all) })
        if (errors.issues.length > 0) return yield* new ConfigInvalid({ details: listedIssues(errors) })

        const published_at = yield* DateTime.now
        const { issues, more } = all
        const kept = { source: draft.source, doc, issues, issues_more: more, published_at }
        yield* store.insert({ ...key, version, ...kept, publish_key: publishKey ?? null })
        yield* records.publish({ ...key, robot, doc, version, actor: developer, at: published_at })
        yield* audit.record(
          robotEntry(robot, {
            orgId: developer.orgId,
            actor: developer,
            action: "config.published",
            details: { version }
          })
        )
        yield* webhooks.emit([
          { type: "config.published", ...key, atMs: published_at.epochMilliseconds, data: () => ({ version }) }
        ])
        yield* transaction.afterCommit(bus.broadcastAndWait({ type: "config_published", robotId: robot.id, version }))
        return { version, published_at }
      }, transaction.run)

      return Publishing.of({
        publish: Effect.fn("Publishing.publish")(function* (developer, robot, publishKey) {
          const key = { orgId: developer.orgId, robotId: robot.id }
          const draft = yield* draftOf(key)
          yield* learnTypes(key, draft)
          return yield* publishDraft(developer, robot, draft, publishKey)
        }),
        versions: Effect.fn("Publishing.versions")((developer, robot) =>
          store.list({ orgId: developer.orgId, robotId: robot.id })
        ),
        version: Effect.fn("Publishing.version")(function* (developer, robot, version) {
          const found = yield* store.find({ orgId: developer.orgId, robotId: robot.id, version })
          if (Option.isNone(found)) return yield* new NotFound()
          const { issues, issues_more, ...kept } = found.value
          const rest = Math.max(0, issues.length - maxIssues)
          return {
            ...kept,
            ...listedIssues({ issues: issues.slice(0, maxIssues), more: issues_more + rest }),
            updated_at: kept.published_at
          }
        })
      })
    })
  )
}

type ReadDraft = ReadText & { readonly source: string }

/** What was kept parses, so a text that does not is a defect. */
const readDraft = (source: string, read: Read): ReadDraft => {
  if (read.kind !== "ok") throw new Error(`a kept draft is ${read.kind}`)
  return { ...read, source }
}
