import { workerProcessMain } from "../../../platform/process/workerProcessMain.ts"
import { answerUrdf } from "./answerUrdf.ts"

/** Reads and rewrites URDFs, one after the other. */
workerProcessMain(answerUrdf, "long")
