import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentCaller } from "../Caller.ts"
import { CapabilityRequired, Forbidden, InvalidUuid, NotFound, UnknownSlug } from "../Errors.ts"
import type { OrgId, RobotId } from "../Ids.ts"
import type { ExposureKind } from "../Slug.ts"

/** What a path's robot and slug stand for: reached, granted and published. */
export interface CommandTarget {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly robotName: string
  readonly slug: string
  readonly kind: ExposureKind
  /** The caller's access version that it was decided at. */
  readonly accessVersion: number
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

/** A robot that the caller reaches, and what of it a stop may touch. */
export interface StopTarget {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly robotName: string
  /** The caller's access version that it was decided at. */
  readonly accessVersion: number
  readonly isGranted: (slug: string) => boolean
}
export class CurrentStop extends Context.Service<CurrentStop, StopTarget>()("@fleet/domain/CurrentStop") {}

/** The stop of a robot, `/api/robots/:id/stop`. The robot (404) is decided before the body is read; no grant is asked for. */
export class StopScope extends HttpApiMiddleware.Service<
  StopScope,
  { requires: CurrentCaller; provides: CurrentStop }
>()("@fleet/domain/StopScope", { error: [InvalidUuid, NotFound] }) {}

/** A robot whose past jobs the caller may read, and which slugs of them. */
export interface JobHistoryTarget {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly isGranted: (slug: string) => boolean
}
export class CurrentJobHistory extends Context.Service<CurrentJobHistory, JobHistoryTarget>()(
  "@fleet/domain/CurrentJobHistory"
) {}

/** The history of a robot's jobs. Robot (404) and capability (403) are decided before the query is read. */
export class JobHistoryScope extends HttpApiMiddleware.Service<
  JobHistoryScope,
  { requires: CurrentCaller; provides: CurrentJobHistory }
>()("@fleet/domain/JobHistoryScope", { error: [InvalidUuid, NotFound, CapabilityRequired] }) {}
