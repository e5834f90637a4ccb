import { OrgEvent } from "@fleet/domain/OrgEvents"
import { Struct } from "effect"

/** What happened in an org, for its open consoles, before a process numbers it. */
export const OrgActivityEvent = OrgEvent.mapFields(Struct.omit(["type", "seq"]))
export type OrgActivityEvent = typeof OrgActivityEvent.Type
