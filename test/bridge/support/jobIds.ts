import { JobId } from "@fleet/domain/Ids"
import { randomUUID } from "node:crypto"

/** The id of a job that nobody else has. */
export const newJobId = () => JobId.make(randomUUID())
