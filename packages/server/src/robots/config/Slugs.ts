import type { Developer } from "@fleet/domain/Caller"
import type { RenameSlugResponse, SlugUsage } from "@fleet/domain/Config"
import { DraftNotADocument, DuplicateSlug, NotFound, ReservedSlug, UnknownSlug } from "@fleet/domain/Errors"
import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { findExposure } from "@fleet/domain/RobotConfig/Exposures"
import type { Robot } from "@fleet/domain/Robots"
import { reservedSlugs } from "@fleet/domain/Slug"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import type { Read } from "./answerText.ts"
import { ConfigTexts } from "./ConfigTexts.ts"
import { DraftStore } from "./DraftStore.ts"
import { documentOf } from "./holdAgainstRobot.ts"

interface Names {
  readonly from: string
  readonly to: string
}

/** Where the slugs of a draft are used, and how one gets another name. */
export class Slugs extends Context.Service<
  Slugs,
  {
    readonly usage: (
      developer: Developer,
      robot: Robot,
      slug: string
    ) => Effect.Effect<SlugUsage, DraftNotADocument | UnknownSlug>
    /**
     * Renames in the draft's text and in what every feature stores at once, or nowhere. The robot goes on under the old name
     * until the next publish.
     */
    readonly rename: (
      developer: Developer,
      robot: Robot,
      names: Names
    ) => Effect.Effect<RenameSlugResponse, DraftNotADocument | UnknownSlug | ReservedSlug | DuplicateSlug | NotFound>
  }
>()("@fleet/server/Slugs") {
  static readonly layer = Layer.effect(
    Slugs,
    Effect.gen(function* () {
      const drafts = yield* DraftStore
      const records = yield* RobotRecords
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const texts = yield* ConfigTexts

      /** The draft, where it is a document that exposes the slug. */
      const draftWith = Effect.fnUntraced(function* (developer: Developer, robot: Robot, slug: string) {
        const row = Option.getOrNull(yield* drafts.find({ orgId: developer.orgId, robotId: robot.id }))
        const doc = row === null ? null : draftDocument(yield* texts.read(developer.orgId, row.source))
        if (row === null || doc === null) return yield* new DraftNotADocument()
        const exposure = findExposure(doc, slug)
        return exposure === undefined ? yield* new UnknownSlug() : { source: row.source, doc, exposure }
      })

      /** The draft's text, and it with the new name, where it can have it. */
      const renamedDraft = Effect.fnUntraced(function* (developer: Developer, robot: Robot, { from, to }: Names) {
        const { doc, source } = yield* draftWith(developer, robot, from)
        if (reservedSlugs.includes(to)) return yield* new ReservedSlug()
        if (findExposure(doc, to) !== undefined) return yield* new DuplicateSlug()
        const renamed = yield* texts.rename(developer.orgId, source, from, to)
        return renamed === null ? yield* new UnknownSlug() : { source, renamed }
      })

      const renameAll = Effect.fnUntraced(function* (
        developer: Developer,
        robot: Robot,
        { from, to }: Names,
        before: { readonly source: string; readonly renamed: string }
      ) {
        const key = { orgId: developer.orgId, robotId: robot.id }
        if (!(yield* drafts.lockRobotForRename(key))) return yield* new NotFound()
        const { source } = Option.getOrElse(yield* drafts.find(key), () => ({ source: "" }))
        const { renamed } = source === before.source ? before : yield* renamedDraft(developer, robot, { from, to })

        yield* drafts.put({ ...key, source: renamed, updated_at: yield* DateTime.now })
        yield* audit.record(
          robotEntry(robot, {
            orgId: developer.orgId,
            actor: developer,
            action: "config.slug_renamed",
            details: { from, to }
          })
        )
        return yield* records.rename({ ...key, from, to })
      })

      return Slugs.of({
        usage: Effect.fn("Slugs.usage")(function* (developer, robot, slug) {
          const { exposure } = yield* draftWith(developer, robot, slug)
          return yield* records.usage({ orgId: developer.orgId, robotId: robot.id, slug, exposure })
        }),
        rename: Effect.fn("Slugs.rename")(function* (developer, robot, names) {
          // What is refused moves nothing; the transaction looks again at a draft that was changed meanwhile.
          const renamed = yield* renamedDraft(developer, robot, names)
          yield* records.prepareRename({ orgId: developer.orgId, robotId: robot.id, ...names })
          return yield* transaction.run(renameAll(developer, robot, names, renamed))
        })
      })
    })
  )
}

const draftDocument = (read: Read): RobotConfigDocument | null => (read.kind === "ok" ? documentOf(read) : null)
