import type { MailTemplateKind, MailTemplatePart } from "@fleet/domain/MailTemplates"
import { oneLine } from "./oneLine.ts"
import { makeAllowance, renderLiquid, type Variables } from "./strictLiquid.ts"

/** An app's own words for a mail, each part Liquid. */
export interface Template {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** A template with its values filled in. */
export interface Words extends Template {}

/** The words, or which part does not render, and why. */
export type Rendered = Words | { readonly part: MailTemplatePart; readonly message: string }

/** The variables of templates, of every kind. */
export interface TemplateValues {
  readonly "app.name": string
  readonly "org.name": string
  readonly "user.email": string
  readonly "user.display_name": string | null
  readonly "role.name": string | null
  readonly link: string | null
  readonly expires_in_hours: number | null
  readonly code: string | null
  readonly expires_in_minutes: number | null
}

const variablesOf = (kind: MailTemplateKind, values: TemplateValues): Variables => {
  const { code, expires_in_minutes, ...common } = values
  return kind === "login_code" ? { ...common, code, expires_in_minutes } : common
}

const longestMessage = 300

/** Renders every part of a template. May block for half a second: the service calls it through Templates. */
export const renderTemplate = (
  kind: MailTemplateKind,
  template: Template,
  values: TemplateValues,
  allow = makeAllowance()
): Rendered => {
  const variables = variablesOf(kind, values)
  let current: MailTemplatePart = "subject"
  const render = (part: MailTemplatePart, source: string) => {
    current = part
    return renderLiquid(source, variables, part === "html" ? "html" : "text", allow)
  }
  try {
    return {
      subject: oneLine(render("subject", template.subject)),
      text: render("text", template.text),
      html: template.html === null ? null : render("html", template.html)
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { part: current, message: message.slice(0, longestMessage) }
  }
}

/** The values of every preview and check, whatever the kind. */
export const sampleValues: TemplateValues = {
  "app.name": "Warehouse",
  "org.name": "Example Robotics",
  "user.email": "ada@example.com",
  "user.display_name": "Ada Lovelace",
  "role.name": "operate",
  link: "https://app.example.com/continue/sample",
  expires_in_hours: 24,
  code: "123456",
  expires_in_minutes: 10
}
