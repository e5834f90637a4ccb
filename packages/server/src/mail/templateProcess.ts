import { help } from "../platform/process/helping.ts"
import { renderTemplate } from "./renderTemplate.ts"
import type { Job } from "./Templates.ts"

/** Renders templates, one after the other. */
help(({ kind, template, values }: Job) => renderTemplate(kind, template, values))
