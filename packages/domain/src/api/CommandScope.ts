import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentCaller } from "../Caller.ts"
import { Forbidden, InvalidUuid, NotFound, UnknownSlug } from "../Errors.ts"
import type { OrgId, RobotId } from "../Ids.ts"
import type { ExposureKind } from "../Slug.ts"

/** What a path's robot and slug stand for: reached, granted and published. */
export interface CommandTarget {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly robotName: string
  readonly slug: string
  readonly kind: ExposureKind
}
export class CurrentTarget extends Context.Service<CurrentTarget, CommandTarget>()("@fleet/domain/CurrentTarget") {}

/** Which kinds of slug a route takes. */
export class TakesKinds extends Context.Service<TakesKinds, ReadonlyArray<ExposureKind>>()(
  "@fleet/domain/TakesKinds"
) {}

/**
 * Routes on one command of a robot, `/api/robots/:id/.../:slug`. Robot (404), grant (403) and slug (404) are decided in
 * that order and before the body is read.
 */
export class CommandScope extends HttpApiMiddleware.Service<
  CommandScope,
  { requires: CurrentCaller; provides: CurrentTarget }
>()("@fleet/domain/CommandScope", { error: [InvalidUuid, NotFound, Forbidden, UnknownSlug] }) {}
