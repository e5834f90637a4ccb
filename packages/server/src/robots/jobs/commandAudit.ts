import type { CancelResult } from "@fleet/bridge-protocol/BridgeMessages"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { JobActor } from "@fleet/domain/Jobs"
import type { Ended } from "./PublisherPart.ts"

/** Who commands which robot, and the client that acts for the person where one does. */
interface Acting {
  readonly actor: JobActor
  readonly clientId?: string
  readonly orgId: OrgId
  readonly robotId: RobotId
}

/** The client that acted, in the details of an audit event. */
export const clientOf = (clientId: string | undefined) => (clientId === undefined ? {} : { client_id: clientId })

const personOf = ({ id, kind, label }: JobActor) => ({ kind, id, label })

/** The audit events of a cancel: one for each goal. `startedBy` is whom a stop stopped. */
export const cancelled = (
  { actor, clientId, orgId, robotId, startedBy }: Acting & { readonly startedBy?: JobActor | null },
  { goals, slug }: CancelResult
) =>
  goals.map(({ goal_id, job_id, return_code }) => ({
    orgId,
    actor,
    action: "job.cancelled",
    target: { kind: "job", id: job_id, label: slug },
    details: {
      robot_id: robotId,
      slug,
      goal_id,
      return_code,
      ...(startedBy === undefined ? {} : { started_by: startedBy === null ? null : personOf(startedBy) }),
      ...clientOf(clientId)
    },
    robotId
  }))

/** The audit events of holds that ended. */
export const released = ({ actor, clientId, orgId, robotId }: Acting, ended: ReadonlyArray<Ended>) =>
  ended.map(({ actor: holder, slug }) => ({
    orgId,
    actor,
    action: "publisher.released",
    target: { kind: "publisher", id: slug, label: slug },
    details: { robot_id: robotId, held_by: personOf(holder), ...clientOf(clientId) },
    robotId
  }))
