import { workerProcessMain } from "../platform/process/workerProcessMain.ts"
import { renderTemplate } from "./renderTemplate.ts"
import type { Job } from "./Templates.ts"

/** Renders templates, one after the other. */
workerProcessMain(({ kind, template, values }: Job) => renderTemplate(kind, template, values))
