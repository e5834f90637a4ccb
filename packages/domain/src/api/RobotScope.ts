import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentCaller, CurrentDeveloper } from "../Caller.ts"
import { Forbidden, InvalidUuid, NotFound, UnknownDatapoint } from "../Errors.ts"
import type { OrgId, RobotId } from "../Ids.ts"
import type { Datapoint } from "../RobotConfig/Datapoint.ts"
import type { Robot } from "../Robots.ts"

/** The robot named in the path, already known to be the developer's org's. */
export class CurrentRobot extends Context.Service<CurrentRobot, Robot>()("@fleet/domain/CurrentRobot") {}

/** Console routes under /api/robots/:id. The robot is looked up before the body is read. */
export class RobotScope extends HttpApiMiddleware.Service<
  RobotScope,
  { requires: CurrentDeveloper; provides: CurrentRobot }
>()("@fleet/domain/RobotScope", { error: [InvalidUuid, NotFound] }) {}

/** The datapoint named in the path: reached, granted and known. */
export interface ScopedDatapoint {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly slug: string
  /** Null for a built-in. */
  readonly config: Datapoint | null
}
export class CurrentDatapoint extends Context.Service<CurrentDatapoint, ScopedDatapoint>()(
  "@fleet/domain/CurrentDatapoint"
) {}

/**
 * Routes on one datapoint, /api/robots/:id/datapoints/:slug. Robot (404), grant (403) and slug (404) are decided in that
 * order and before the query is read, so `forbidden` says nothing of whether the slug exists.
 */
export class DatapointScope extends HttpApiMiddleware.Service<
  DatapointScope,
  { requires: CurrentCaller; provides: CurrentDatapoint }
>()("@fleet/domain/DatapointScope", { error: [InvalidUuid, NotFound, Forbidden, UnknownDatapoint] }) {}
