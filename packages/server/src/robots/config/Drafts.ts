import type { ConfigDraft } from "@fleet/domain/Config"
import type { Developer } from "@fleet/domain/Caller"
import { ConfigConflict, InvalidYaml, NotFound, UnstorableYaml } from "@fleet/domain/Errors"
import type { Robot } from "@fleet/domain/Robots"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { listedIssues } from "@fleet/domain/RobotConfig/Findings"
import type { ReadText } from "./answerText.ts"
import { type Judged, withinFrame } from "./configFrame.ts"
import { ConfigTexts } from "./ConfigTexts.ts"
import { DraftStore } from "./DraftStore.ts"
import { holdAgainstRobot } from "./holdAgainstRobot.ts"
import { RobotGraphs } from "./RobotGraphs.ts"
import { VersionStore } from "./VersionStore.ts"

/** The draft as it is answered, and the strong tag of its text. */
export interface TaggedDraft {
  readonly draft: ConfigDraft
  readonly etag: string
}

/** The text a developer works on. Any YAML is saved; whether it is a valid configuration is answered with it. */
export class Drafts extends Context.Service<
  Drafts,
  {
    readonly get: (developer: Developer, robot: Robot) => Effect.Effect<TaggedDraft>
    /** With `ifMatch`, only over the text that was read. */
    readonly put: (
      developer: Developer,
      robot: Robot,
      source: string,
      ifMatch?: string
    ) => Effect.Effect<TaggedDraft, InvalidYaml | UnstorableYaml | ConfigConflict | NotFound>
    /** Makes the text of a published version the draft. Publishes nothing. */
    readonly restore: (developer: Developer, robot: Robot, version: number) => Effect.Effect<TaggedDraft, NotFound>
  }
>()("@fleet/server/Drafts") {
  static readonly layer = Layer.effect(
    Drafts,
    Effect.gen(function* () {
      const drafts = yield* DraftStore
      const versions = yield* VersionStore
      const graphs = yield* RobotGraphs
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const texts = yield* ConfigTexts

      /** The document and issues of a text, as the version it would be published as. */
      const checked = Effect.fnUntraced(function* (robot: Robot, parsed: ReadText) {
        const version = (yield* versions.newest(robot.id)) + 1
        return withinFrame(yield* holdAgainstRobot(graphs, robot.id, parsed), version)
      })

      /** The parsed text, or why it cannot be stored. */
      const readSource = Effect.fnUntraced(function* ({ orgId }: Developer, source: string) {
        const read = yield* texts.read(orgId, source)
        if (read.kind === "ok") return { ...read, source }
        if (read.kind === "unstorable") return yield* new UnstorableYaml({ message: read.reason })
        const { column, line, parse_error } = read
        return yield* new InvalidYaml({ details: { parse_error, line, column, issues: [] } })
      })

      const write = Effect.fnUntraced(function* (
        developer: Developer,
        robot: Robot,
        { source, ...parsed }: ReadSource,
        ifMatch?: string
      ) {
        const key = { orgId: developer.orgId, robotId: robot.id }
        const updatedAt = yield* DateTime.now
        if (!(yield* drafts.lockRobotForUpdate(key))) return yield* new NotFound()
        if (ifMatch !== undefined) {
          const etag = etagOf(Option.match(yield* drafts.find(key), { onNone: () => "", onSome: (row) => row.source }))
          if (!matches(ifMatch, etag)) return yield* new ConfigConflict({ details: { etag } })
        }
        yield* drafts.put({ ...key, source, updated_at: updatedAt })
        return answer(source, updatedAt, yield* checked(robot, parsed))
      })

      const restored = Effect.fnUntraced(function* (
        developer: Developer,
        robot: Robot,
        version: number,
        read: ReadSource
      ) {
        const draft = yield* Effect.catchTag(write(developer, robot, read), "config_conflict", Effect.die)
        yield* audit.record(
          robotEntry(robot, {
            orgId: developer.orgId,
            actor: developer,
            action: "config.restored",
            details: { version }
          })
        )
        return draft
      })

      return Drafts.of({
        get: Effect.fn("Drafts.get")(function* (developer, robot) {
          const row = Option.getOrNull(yield* drafts.find({ orgId: developer.orgId, robotId: robot.id }))
          if (row === null) return answer("", null, { doc: null, all: { issues: [], more: 0 } })
          const parsed = yield* Effect.orDie(readSource(developer, row.source))
          return answer(row.source, row.updated_at, yield* checked(robot, parsed))
        }),
        put: Effect.fn("Drafts.put")(function* (developer, robot, source, ifMatch) {
          const read = yield* readSource(developer, source)
          return yield* transaction.run(write(developer, robot, read, ifMatch))
        }),
        restore: Effect.fn("Drafts.restore")(function* (developer, robot, version) {
          const found = yield* versions.find({ orgId: developer.orgId, robotId: robot.id, version })
          if (Option.isNone(found)) return yield* new NotFound()
          // What was published parses.
          const read = yield* Effect.orDie(readSource(developer, found.value.source))
          return yield* transaction.run(restored(developer, robot, version, read))
        })
      })
    })
  )
}

/** A text and what it says. */
type ReadSource = ReadText & { readonly source: string }

const answer = (
  source: string,
  updatedAt: DateTime.Utc | null,
  { all, doc }: Pick<Judged, "all" | "doc">
): TaggedDraft => ({
  draft: { doc, source, updated_at: updatedAt, ...listedIssues(all) },
  etag: etagOf(source)
})

const etagOf = (source: string): string => `"${createHash("sha256").update(source).digest("base64url")}"`

/** Strong comparison: a weak tag never matches. */
const matches = (ifMatch: string, etag: string): boolean =>
  ifMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag)
