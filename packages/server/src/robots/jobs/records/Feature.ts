import { feature } from "../../../platform/features/feature.ts"
import { JobNameStore } from "./JobNameStore.ts"

/** What a publish and a renaming write of jobs. */
export const jobRecords = feature({ stores: JobNameStore.layer })
