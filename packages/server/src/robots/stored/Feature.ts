import { feature } from "../../platform/features/feature.ts"
import { RobotRecords } from "./RobotRecords.ts"

/** What features store of robots. Those with a part in it come after it. */
export const robotRecords = feature({ services: RobotRecords.layer })
