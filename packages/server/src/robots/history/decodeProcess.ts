import { workerProcessMain } from "../../platform/process/workerProcessMain.ts"
import { decodeBuckets } from "./decodeBuckets.ts"

/** Decodes blocks, one question after the other. */
workerProcessMain(decodeBuckets)
