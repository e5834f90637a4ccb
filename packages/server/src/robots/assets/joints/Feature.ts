import { feature } from "../../../platform/features/feature.ts"
import { JointStates } from "./JointStates.ts"
import { JointStateStore } from "./JointStateStore.ts"

/** Which datapoints move the joints of robots' URDFs. A publish and a renaming change it. */
export const jointStates = feature({ stores: JointStateStore.layer, services: JointStates.layer })
