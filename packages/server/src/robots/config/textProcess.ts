import { workerProcessMain } from "../../platform/process/workerProcessMain.ts"
import { answerText } from "./answerText.ts"

/** Reads texts of configurations, one question after the other. */
workerProcessMain(answerText, "long")
